import { findProgram } from '../../neighbours/programs.ts'
import { findPostgres, startCluster } from '../../postgres/cluster.ts'
import { startPooler } from '../../postgres/pooler.ts'

/** As many as one portal has itself, so that both are measured with the same. */
const CONNECTIONS = 10

/** Starts a PostgreSQL server of the bench's own, or one behind PgBouncer. Throws if a program is missing. */
export async function startDatabase(
  kind: 'postgres' | 'pgbouncer',
): Promise<{ readonly url: string; readonly remove: () => Promise<void> }> {
  const [programs, pgbouncer] = [findPostgres(), findProgram('pgbouncer')]
  if (programs === null) throw new Error('PostgreSQL is missing on this machine')
  if (kind === 'pgbouncer' && pgbouncer === null) throw new Error('pgbouncer is missing on this machine')
  const cluster = await startCluster(programs)
  if (kind === 'postgres' || pgbouncer === null) return cluster
  const pooler = await startPooler(pgbouncer, cluster.url, { connections: CONNECTIONS })
  return {
    url: `${pooler.url}?prepared=off`,
    remove: async () => {
      await pooler.remove()
      await cluster.remove()
    },
  }
}
