import type { TestProjectInlineConfiguration } from 'vitest/config'

/** What takes minutes or needs other programs: kills, full disks, fuzzing, mutants, other versions of Node. */
const SLOW = ['tests/{crash,fuzz,mutation,neighbours}/**/*.test.ts']
const SLOW_ON_POSTGRES = ['tests/{fuzz,postgres}/**/*.test.ts']

const sqlite = (name: string, include: string[], exclude: string[]): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include, exclude: ['tests/e2e/**', 'tests/postgres/**', ...exclude] },
})

/** Tests on the PostgreSQL server that the environment names. */
const postgres = (name: string, include: string[], exclude: string[]): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include,
    exclude,
    env: { TEST_ENGINE: 'postgres' },
    globalSetup: 'tests/postgres/template.ts',
  },
})

/** What reaches SQL runs on both engines; what is decided before it does not. */
const ON_POSTGRES = ['tests/server/**/*.test.ts', 'tests/cli/data/**/*.test.ts']
const BEFORE_SQL = [
  'tests/server/{openapi,workbook}/**',
  'tests/server/{start,worker-threads}.test.ts',
  'tests/server/http/{body,client,connection,error,header,logging,setting,static,validation}*.test.ts',
  'tests/server/passwords/password-policy.test.ts',
  'tests/cli/data/restore.test.ts',
  'tests/cli/data/import/{errors,csv-rows,sheet-rows,xlsx-limits,xlsx-rows}.test.ts',
]

/** The projects of Vitest: `unit` and `postgres` are the gate, the rest is `npm run test:all`. */
export const projects: TestProjectInlineConfiguration[] = [
  sqlite('unit', ['tests/**/*.test.{ts,tsx}'], SLOW),
  sqlite('rest', SLOW, []),
  ...(process.env['TEST_DATABASE_URL'] === undefined
    ? []
    : [postgres('postgres', ON_POSTGRES, BEFORE_SQL), postgres('rest-postgres', SLOW_ON_POSTGRES, [])]),
]
