-- Two million call records of 2024 and 2025, as a switch would write them: psql "$SOURCE_WAREHOUSE_URL" -f fill-postgres.sql
-- Then an account that can only read: create role reporter login password '...'; grant select on call_records to reporter;
drop table if exists call_records;
create table call_records (
  started_at timestamptz not null,
  operator_code text not null,
  billed_seconds integer not null,
  setup_ms integer
);
insert into call_records
select
  timestamptz '2024-01-01 00:00:00+01' + (number * interval '31 seconds 500 milliseconds'),
  '0' || (1 + number * 7 % 4),
  20 + number * 37 % 400,
  case when number % 11 = 0 then null else 300 + number * 13 % 2700 end
from generate_series(0, 1999999) as number;
create index on call_records (started_at);
analyze call_records;
