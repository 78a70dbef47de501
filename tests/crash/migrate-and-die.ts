import { type KyselyPlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from 'kysely'
import { migrate } from '../../src/server/database/migrate.ts'
import { openDatabaseHandle } from '../../src/server/database/open.ts'

/*
 * Brings the schema of a database up to date and, where a number is given, kills itself without a word before the
 * statement of that number. Its exit code is 0 only where it came to the end. It prints how many statements that took.
 */

const [dataDir = '', databaseUrl = '', lastStatement = ''] = process.argv.slice(2)

class Killer implements KyselyPlugin {
  statements = 0

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    this.statements += 1
    if (this.statements === Number(lastStatement)) process.kill(process.pid, 'SIGKILL')
    return node
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result)
  }
}

const killer = new Killer()
const engine = openDatabaseHandle({ dataDir, databaseUrl: databaseUrl === '' ? undefined : databaseUrl })
await migrate({
  ...engine,
  database: engine.database.withPlugin(killer),
  migrations: engine.migrations.withPlugin(killer),
})
await engine.close()
process.stdout.write(String(killer.statements))
