import { describe, expect, test } from 'vitest'
import { reports } from '../../support/terminal.ts'

describe('reports check --explain', () => {
  test('prints what a rule requires, and why', async () => {
    expect(await reports(['check', '--explain', 'sum-role', 'served-key'])).toEqual({
      code: 0,
      out: [
        'sum-role: What sums series is a total, not a series.',
        '  A chart would show the sum beside its parts, and every total of series would count both. Set `"role": "total"`.',
        'served-key: The key of the rows has field and kind of the key of the dataset.',
        '  Rows would have no key, or not be recognized as what they are, such as days or weeks.',
      ].join('\n'),
      err: '',
    })
  })

  test.each([
    [['sum-rule'], "no rule 'sum-rule'; did you mean 'sum-role'?"],
    [['constructor'], "no rule 'constructor'"],
    [[], '--explain: expected a rule, such as sum-role'],
  ])('exits with 2 for %j', async (ids, message) => {
    const { code, out, err } = await reports(['check', '--explain', ...ids])
    expect([code, out, err.split('\n')[0]]).toEqual([2, '', message])
  })
})
