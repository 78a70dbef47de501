import { execFileSync } from 'node:child_process'

/** Runs a measurement: `npm run bench -- bytes` (the default), `api` or `studio`. */
const COMMANDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  bytes: [['tsx', 'tests/bench/bytes.ts']],
  api: [
    ['vite', 'build', '--logLevel', 'warn', '--ssr', '--outDir', 'dist/server'],
    ['tsx', 'tests/bench/api.ts'],
  ],
  studio: [['tsx', 'tests/bench/studio.ts']],
}

const [name = 'bytes', ...values] = process.argv.slice(2)
const commands = COMMANDS[name]
if (commands === undefined) {
  console.error(`no measurement '${name}'; known are ${Object.keys(COMMANDS).join(', ')}`)
  process.exit(2)
}
for (const command of commands) execFileSync('npx', [...command, ...values], { stdio: 'inherit' })
