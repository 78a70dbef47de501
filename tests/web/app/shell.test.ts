import { describe, expect, test, vi } from 'vitest'
import { ApiError, type ApiErrorKind } from '../../../src/web/api/read-response.ts'
import { createLogger } from '../../../src/web/api/logger.ts'
import { getDashboardErrorMessage } from '../../../src/web/dashboard/dashboard-detail-screen.tsx'
import { buildMenu } from '../../../src/web/layout/menu-links.ts'
import { apiFeatures, type ApiFeature } from '../../../schemas/settings.ts'
import { findMissing } from '../../../schemas/api/auth.ts'
import { formatUtc } from '../../../src/web/kit/page.tsx'
import { memoryStorage } from '../../support/memory-storage.ts'

describe('the menu (spec 2.5)', () => {
  const reports = [
    { path: '/report/b', menu: { label: 'B', permission: 17, order: 2 } },
    { path: '/report/a', menu: { label: 'A', permission: 16, order: 1 } },
  ]
  const menu = (
    ids: readonly number[],
    reportsEnabled = true,
    features: ReadonlySet<ApiFeature> = new Set(),
  ) =>
    buildMenu({ ids: new Set(ids), features, reports, reportsEnabled }).map(({ label, children }) =>
      children === undefined ? label : `${label}: ${children.map((child) => child.label).join(', ')}`,
    )
  const TEST = 'Test Menu: Test Sub-menu 1, Test Sub-menu 2'
  const ROLES = 'Roles: Roles, Rights Administration, System Users'

  test.each<[readonly number[], readonly string[]]>([
    [
      [11, 2, 13, 16, 17],
      ['Dashboard', ROLES, 'Reports: A, B'],
    ],
    [[11], ['Dashboard']],
    [[2], [ROLES]],
    [[13, 17], ['Reports: B']],
    [[13], [TEST]],
    [[16, 17], [TEST]],
    [[], [TEST]],
    [[99], [TEST]],
  ])('shows for the permissions %j the entries %j', (ids, expected) => {
    expect(menu(ids)).toEqual(expected)
  })

  test('lists every page of Roles that the API and the rights offer, as the tabs of the pages do', () => {
    const all = 'Sessions, Tokens, History, Deliveries, Alerts'
    expect(menu([2, 3], true, new Set(apiFeatures))).toEqual([`${ROLES}, ${all}, Data`])
    expect(menu([2], true, new Set(apiFeatures))).toEqual([`${ROLES}, ${all}`])
    expect(menu([2, 3], true, new Set(['history']))).toEqual([`${ROLES}, History`])
  })

  test('contains no reports if they are disabled', () => {
    expect(menu([11, 13, 16], false)).toEqual(['Dashboard'])
    expect(menu([13, 16], false)).toEqual([TEST])
  })
})

const silentConsole = () => {
  const write = () => vi.fn<(...words: unknown[]) => void>()
  return { debug: write(), info: write(), warn: write(), error: write() }
}

describe('the logger (spec 9.10)', () => {
  const LEVELS = ['debug', 'info', 'warn', 'error'] as const
  const listLogged = (stored: string | null) => {
    const out = silentConsole()
    const storage = memoryStorage()
    if (stored !== null) storage.setItem('logLevel', stored)
    const logger = createLogger(out, () => storage)
    for (const level of LEVELS) logger[level]('text')
    return LEVELS.filter((level) => out[level].mock.calls.length > 0)
  }

  test.each<[string | null, readonly string[]]>([
    [null, ['info', 'warn', 'error']],
    ['0', ['debug', 'info', 'warn', 'error']],
    ['1', ['info', 'warn', 'error']],
    ['2', ['warn', 'error']],
    ['3', ['error']],
    ['4', []],
    ['5', ['info', 'warn', 'error']],
    ['-1', ['info', 'warn', 'error']],
    ['x', ['info', 'warn', 'error']],
    ['', ['info', 'warn', 'error']],
  ])('at level %j writes %j', (stored, expected) => {
    expect(listLogged(stored)).toEqual(expected)
  })

  test('writes at INFO if the storage is denied', () => {
    const out = silentConsole()
    const logger = createLogger(out, () => {
      throw new Error('denied')
    })
    logger.debug('no')
    logger.info('yes', 7)
    expect(out.debug).not.toHaveBeenCalled()
    expect(out.info).toHaveBeenCalledWith('[INFO] yes', 7)
  })
})

describe('texts', () => {
  test.each([
    ['', '', '[Username, Password] is required'],
    ['  ', 'p', '[Username] is required'],
    ['u', '\t', '[Password] is required'],
  ])('name missing fields: username %j, password %j', (username, password, text) => {
    expect(findMissing({ username, password }).message).toBe(text)
  })

  test.each([
    ['2026-03-07T00:00:00Z', '07 Mar 2026, 00:00 UTC'],
    ['2025-12-31T23:59:59Z', '31 Dec 2025, 23:59 UTC'],
    ['2024-02-29T12:30:00+14:00', '28 Feb 2024, 22:30 UTC'],
  ])('show the clock of %s', (time, text) => {
    expect(formatUtc(new Date(time))).toBe(text)
  })

  test.each<[ApiErrorKind, number | undefined, string | undefined, string | null]>([
    ['not-found', 404, 'Dashboard not found.', null],
    ['unauthenticated', undefined, undefined, 'Authentication token not found. Please log in.'],
    ['unauthorized', 401, 'x', 'Authentication required.'],
    ['rejected', 500, 'no disk', 'no disk'],
    ['rejected', 503, undefined, 'Failed to fetch dashboard (status: 503)'],
    ['network', undefined, undefined, 'An unknown error occurred'],
    ['invalid-response', undefined, undefined, 'An unknown error occurred'],
  ])('explain a dashboard that fails as %s %s', (kind, status, serverMessage, text) => {
    const details = { kind, message: 'm', ...(status && { status }), ...(serverMessage && { serverMessage }) }
    expect(getDashboardErrorMessage(new ApiError(details))).toBe(text)
  })
})
