import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { openDatabaseHandle } from '../../src/server/platform/database/open.ts'
import { createFolder } from '../support/folder.ts'

const dataDir = createFolder()
const handle = openDatabaseHandle({ dataDir })
await migrate(handle)
await handle.close()

/** Runs a line of the shell, in which `$node` starts a TypeScript file. */
function shell(line: string) {
  const env = { ...process.env, DATA_DIR: dataDir, node: `${process.execPath} --import tsx` }
  const { stdout, stderr, status } = spawnSync('sh', ['-c', line], { encoding: 'utf8', env })
  return { stdout, stderr, status }
}

test.each(['admin', 'data', 'reports'])('%s ends without an error when its reader does', (program) => {
  expect(shell(`$node src/cli/${program}.ts --help | true`)).toEqual({ stdout: '', stderr: '', status: 0 })
})

test.each(['data.ts list', 'admin.ts audit', 'reports.ts --help'])(
  '%s says in one line that its output could not be written',
  (command) => {
    expect(shell(`$node src/cli/${command} >/dev/full`)).toEqual({
      stdout: '',
      stderr: 'the output could not be written: no space left on device (ENOSPC)\n',
      status: 1,
    })
  },
)

test('a command without results keeps its exit code where none could be written', () => {
  const { stderr, status } = shell('$node src/cli/admin.ts audit --event x >/dev/full')
  expect({ stderr, status }).toEqual({ stderr: expect.not.stringContaining('the output'), status: 2 })
})

test('a command does its work where its errors cannot be written', () => {
  expect(shell('$node src/cli/admin.ts audit --event x 2>/dev/full').status).toBe(2)
})

test('a large output is complete before the process ends, also for a slow reader', () => {
  const program = `
    import { runProcess } from './src/cli/command.ts'
    await runProcess(async ({ out }) => {
      for (let line = 0; line < 200_000; line += 1) out('0123456789')
      return 1
    })`
  const { stdout } = shell(`{ $node --input-type=module -e "${program}"; echo $? >&2; } | (sleep 1; wc -c)`)
  expect(stdout.trim()).toBe('2200000')
})

test('a command ends after its error, although the database server keeps the connection open', async () => {
  // The server demands SCRAM, answers the name of the user, and waits.
  const [demand, answer] = [buildAuthentication(10, 'SCRAM-SHA-256\0\0'), buildAuthentication(11, 'r=x')]
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(demand)
      socket.once('data', () => socket.write(answer))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { PGPASSWORD: _password, PGPASSFILE: _file, ...others } = process.env
  const env = { ...others, DATABASE_URL: `postgres://portal@127.0.0.1:${port}/portal`, HOME: dataDir }
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/admin.ts', 'audit'], { env })
  try {
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    expect(await once(child, 'close')).toEqual([1, null])
    expect(output).toMatch(/^the database server refused: .* client password must be a string\n$/)
  } finally {
    child.kill('SIGKILL')
    server.close()
  }
})

/** An authentication message of PostgreSQL's protocol. */
function buildAuthentication(kind: number, content: string): Buffer {
  const message = Buffer.from(`R${'\0'.repeat(8)}${content}`, 'latin1')
  message.writeInt32BE(message.length - 1, 1)
  message.writeInt32BE(kind, 5)
  return message
}
