import { startCluster } from './cluster.ts'
import { runStatements } from './databases.ts'

export interface Sharded {
  readonly remove: () => Promise<void>
}

/**
 * Makes a table of a coordinator whose rows are on other servers by the values of a column, over postgres_fdw. `columns` is
 * the list of the table, `values` those of each server.
 */
export async function shardTable(
  programs: string,
  coordinator: string,
  table: { readonly name: string; readonly columns: string; readonly by: string },
  values: readonly (readonly string[])[],
): Promise<Sharded> {
  const shards = await Promise.all(values.map(() => startCluster(programs, ['fsync = off'])))
  const { name, columns, by } = table
  await runStatements(coordinator, [
    'create extension if not exists postgres_fdw',
    `create table ${name} (${columns}) partition by list (${by})`,
  ])
  for (const [index, shard] of shards.entries()) {
    await runStatements(shard.url, [`create table ${name} (${columns})`])
    const list = (values[index] ?? []).map((value) => `'${value}'`).join(', ')
    await runStatements(coordinator, [
      `create server shard_${index} foreign data wrapper postgres_fdw
        options (host '127.0.0.1', port '${shard.port}', dbname 'postgres', async_capable 'true', fetch_size '10000')`,
      `create user mapping for public server shard_${index} options (user 'portal', password_required 'false')`,
      `create foreign table ${name}_${index} partition of ${name} for values in (${list}) server shard_${index} options (table_name '${name}')`,
    ])
  }
  return {
    remove: async () => {
      await Promise.all(shards.map((shard) => shard.remove()))
    },
  }
}
