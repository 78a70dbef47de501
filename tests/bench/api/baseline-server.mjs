// The least that a server can do: the bytes of the portal's responses, by method and path, from memory.
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'

const responses = new Map(
  JSON.parse(readFileSync(process.argv[2], 'utf8')).map(({ key, status, headers, body }) => [
    key,
    { status, headers, body: Buffer.from(body, 'base64') },
  ]),
)

const server = createServer((request, response) => {
  const { status, headers, body } = responses.get(`${request.method} ${request.url}`)
  request.resume()
  response.writeHead(status, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`Portal ready at http://127.0.0.1:${server.address().port}\n`),
)
process.on('SIGTERM', () => process.exit(0))
