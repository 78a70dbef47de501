import { expect, test } from 'vitest'
import { describeAge } from '../../../../src/server/data/sources/sources.ts'

const at = new Date('2026-11-24T23:30:00Z')

test.each([
  [{ at, zone: 'UTC', isStale: false }, 'As of 23:30 on 24 November 2026 (UTC).'],
  [{ at, zone: 'Africa/Lagos', isStale: false }, 'As of 00:30 on 25 November 2026 (Africa/Lagos).'],
  [
    { at, zone: 'UTC', isStale: true },
    'The source of this data does not answer now. These are the figures of 23:30 on 24 November 2026 (UTC).',
  ],
])('%o is in words', (age, text) => expect(describeAge(age)).toBe(text))
