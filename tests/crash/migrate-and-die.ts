import { type KyselyPlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from 'kysely'
import { migrate, migrations } from '../../src/server/platform/database/migrate.ts'
import { openDatabaseHandle } from '../../src/server/platform/database/open.ts'
import { nextVersion } from './next-migration.ts'

/*
 * Brings the schema of a database up to date, or to a made-up next version, and, where a number is given, kills itself without a word before the
 * statement of that number. Its exit code is 0 only where it came to the end. It prints how many statements that took.
 */

const [version = '', dataDir = '', databaseUrl = '', lastStatement = ''] = process.argv.slice(2)

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
const counted = { ...engine, database: engine.database.withPlugin(killer) }
await migrate(counted, undefined, version === 'next' ? nextVersion : migrations)
await engine.close()
process.stdout.write(String(killer.statements))
