import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** The folders below `tests` that mirror the source. */
const AREAS = [
  'query',
  'report',
  'dataset',
  'chart',
  'definition',
  'web',
  'server',
  'cli',
  'schemas',
  'build',
]

/** Tests of a behaviour that several files of their folder implement together. */
const BEHAVIOURS: Readonly<Record<string, string>> = {
  'build/added-definitions': 'the gate of whoever adds definitions',
  'build/built-files': 'the files of the built portal',
  'build/supply-chain': 'the installed packages',
  'cli/data/any-dataset': 'import, export and backup of arbitrary datasets',
  'cli/data/error-output': 'the errors of all data commands',
  'cli/data/import/xlsx-limits': 'the limits of all parts of an Excel file',
  'definition/mistakes': 'a hundred mistakes of authors, by every check',
  'server/identity/sign-in/equal-logins': 'the work of a sign-in, from limits to hashing',
  'server/identity/sign-in/sign-in-race': 'a sign-in beside changes of its account',
  'server/identity/sign-in/withdrawn-access': 'access withdrawn during a request, on every route',
  'server/platform/database/sql-payloads': 'text with SQL, on every route',
  'server/data/reports/dummy-data': 'the dummy data of every shipped dataset',
  'server/identity/access/authorization-matrix': 'every route for every kind of caller',
  'server/platform/http/secrets': 'secrets in log, database and files',
  'server/identity/administration/permission-model': 'random sequences of changes by administrators',
  'server/report-calls': 'every report call, from import to response',
  'server/identity/administration/look-alike-names': 'the names of users and roles',
  'web/app/addresses': 'request URLs, file names and the remembered page',
  'web/app/shell': 'start, menu, logger and texts of the application',
}

const isData = (path: string) => /(^|\/)(fixtures|goldens|recorded|files)\//.test(path)
const withoutExtension = (name: string) => name.replace(/(\.test)?\.tsx?$/, '')

const files = AREAS.flatMap((area) =>
  readdirSync(join('tests', area), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice('tests/'.length)),
).filter((file) => !isData(file) && /\.tsx?$/.test(file))

/** The folder of the source that a test file belongs to. */
const sourceFolder = (file: string) => dirname(file.startsWith('schemas/') ? file : join('src', file))

/** Whether the test has the name of a file or folder of the source. `user-routes.change.test.ts` tests `user-routes.ts`. */
function hasSubject(file: string): boolean {
  const folder = sourceFolder(file)
  const [subject] = basename(file).split('.')
  return existsSync(folder) && readdirSync(folder).some((name) => withoutExtension(name) === subject)
}

test('every test file has the path of its subject, or is a listed behaviour of its folder', () => {
  const astray = files.filter((file) => !hasSubject(file) && !(withoutExtension(file) in BEHAVIOURS))
  expect(astray).toEqual([])
})

test('every listed behaviour has a test, in a folder that the source has', () => {
  const listed = Object.keys(BEHAVIOURS)
  const tests = new Set(files.map(withoutExtension))
  expect(listed.filter((path) => !tests.has(path))).toEqual([])
  expect(listed.filter((path) => !existsSync(sourceFolder(path)))).toEqual([])
  expect(listed.filter(hasSubject)).toEqual([])
})

test('helpers are in tests/support, not among the tests', () => {
  expect(files.filter((file) => !/\.test\.tsx?$/.test(file))).toEqual([])
})
