/*
 * Serves the engine of ClickHouse, which `chdb` contains as a library, by the protocol of its HTTP server: the query is the
 * body, its parameters and the settings are those of the address, and an account has the password of the environment, as in
 * users.xml. Prints its port.
 */
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [folder, data, port = '0'] = process.argv.slice(2)
const password = process.env.CLICKHOUSE_PASSWORD ?? ''
const { Session } = createRequire(join(folder, 'node_modules', 'chdb', 'index.js'))('chdb')
const session = new Session(data)
const IGNORED = new Set(['query_id', 'database', 'session_id', 'role', 'default_format', 'query'])

const server = createServer((request, response) => {
  const given = Buffer.from((request.headers.authorization ?? '').slice('Basic '.length), 'base64').toString()
  if (password !== '' && given !== `default:${password}`) {
    response.writeHead(403, { 'x-clickhouse-exception-code': '516' })
    response.end('Code: 516. DB::Exception: default: Authentication failed: password is incorrect.')
    return
  }
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { searchParams } = new URL(request.url ?? '', 'http://server')
    const parameters = {}
    const settings = []
    for (const [name, value] of searchParams) {
      if (name.startsWith('param_')) parameters[name.slice('param_'.length)] = value
      else if (!IGNORED.has(name)) settings.push(`${name} = '${value}'`)
    }
    const text = Buffer.concat(chunks).toString() || (searchParams.get('query') ?? '')
    const [, query = text, format = 'TabSeparated'] = /^([\s\S]*?)\s+FORMAT\s+(\w+)\s*;?\s*$/.exec(text) ?? []
    const limited =
      settings.length === 0 || !/^\s*select/i.test(query) ? query : `${query} settings ${settings.join(', ')}`
    try {
      response.end(session.queryBind(limited, parameters, format))
    } catch (error) {
      const message = String(error instanceof Error ? error.message : error)
      response.writeHead(500, { 'x-clickhouse-exception-code': /Code: (\d+)/.exec(message)?.[1] ?? '1' })
      response.end(message)
    }
  })
})
server.listen(Number(port), '127.0.0.1', () => console.log(server.address().port))
process.on('SIGTERM', () => process.exit(0))
