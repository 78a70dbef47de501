-- The same call records in ClickHouse: clickhouse-client --multiquery < fill-clickhouse.sql
drop table if exists call_records;
create table call_records (
  started_at DateTime('UTC'),
  operator_code LowCardinality(String),
  billed_seconds UInt32,
  setup_ms Nullable(UInt32)
) engine = MergeTree partition by toYYYYMM(started_at) order by (started_at, operator_code);
insert into call_records
select
  toDateTime('2023-12-31 23:00:00', 'UTC') + toUInt32(number * 31.5),
  concat('0', toString(1 + number * 7 % 4)),
  20 + number * 37 % 400,
  if(number % 11 = 0, null, 300 + number * 13 % 2700)
from numbers(2000000);
