import type { TestProjectInlineConfiguration } from 'vitest/config'

/** What takes minutes or needs other programs: kills, full disks, fuzzing, mutants, other versions of Node. */
const SLOW = [
  'tests/{crash,fuzz,mutation,neighbours}/**/*.test.ts',
  'tests/cli/{command,data/restore,data,data/restore.older}.test.ts',
  'tests/{server/data/imports/xlsx-limits,server/delivery/renderer,build/added-definitions}.test.ts',
]
const SLOW_ON_POSTGRES = [
  'tests/{fuzz,postgres}/**/*.test.ts',
  'tests/cli/{data,data/any-dataset}.test.ts',
  'tests/server/platform/database/migrate.test.ts',
]

const sqlite = (
  name: string,
  include: string[],
  exclude: string[],
  isolate = false,
): TestProjectInlineConfiguration => ({
  extends: true,
  // The files of a worker share the modules that they import, which are most of the time otherwise.
  test: { name, include, isolate, exclude: ['tests/e2e/**', 'tests/postgres/**', ...exclude] },
})

/** Tests on the PostgreSQL server that the environment names. */
const postgres = (
  name: string,
  include: string[],
  exclude: string[],
  isolate = false,
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include,
    exclude,
    isolate,
    env: { TEST_ENGINE: 'postgres' },
    globalSetup: 'tests/postgres/template.ts',
  },
})

/** What reaches SQL runs on both engines; what is decided before it does not. */
const ON_POSTGRES = [
  'tests/server/**/*.test.ts',
  'tests/cli/data/{backup,error-output}.test.ts',
  'tests/definition/questions/{two-ways,totals-of-means,conversions,chosen-currency}.test.ts',
  'tests/reports/{money-examples,trunk-examples,termination-rates,windows-of-several,usual-minutes}.test.ts',
]
const BEFORE_SQL = [
  'tests/server/{data/openapi,identity/passwords,data/workbooks}/**',
  'tests/server/{start,platform/worker-threads,identity/company-sign-in/provider}.test.ts',
  'tests/server/{data/imports/xlsx-limits,delivery/renderer}.test.ts',
  'tests/server/**/{client-name,database-url,look-alike-names,record-routes,route-match,turns,work-queue}.test.ts',
  'tests/server/**/sqlite*.test.ts',
  'tests/server/platform/http/!(responses)*.test.ts',
]

/** The projects of Vitest: `unit` is part of `npm test`, the others of `npm run test:all`. */
export const projects: TestProjectInlineConfiguration[] = [
  sqlite('unit', ['tests/**/*.test.{ts,tsx}'], SLOW),
  sqlite('rest', SLOW, [], true),
  ...(process.env['TEST_DATABASE_URL'] === undefined
    ? []
    : [
        postgres('postgres', ON_POSTGRES, [...BEFORE_SQL, ...SLOW_ON_POSTGRES]),
        postgres('rest-postgres', SLOW_ON_POSTGRES, [], true),
      ]),
]
