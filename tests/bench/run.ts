import { execFileSync } from 'node:child_process'

/** Runs a measurement: `npm run bench -- bytes` (the default), `api`, or `page`, which builds a page for measuring. */
const BUILD = ['vite', 'build', '--logLevel', 'warn']
const COMMANDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  bytes: [['tsx', 'tests/bench/bytes.ts']],
  api: [
    [...BUILD, '--ssr', '--outDir', 'dist/server'],
    ['tsx', 'tests/bench/api.ts'],
  ],
  page: [[...BUILD, '--config', 'tests/bench/page/vite.config.ts']],
}

const [name = 'bytes'] = process.argv.slice(2)
const commands = COMMANDS[name]
if (commands === undefined) {
  console.error(`no measurement '${name}'; known are ${Object.keys(COMMANDS).join(', ')}`)
  process.exit(2)
}
for (const command of commands) execFileSync('npx', command, { stdio: 'inherit' })
