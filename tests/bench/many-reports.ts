import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const Definition = z.looseObject({ menu: z.looseObject({}) })

/**
 * A folder with the definitions of `reports` and so many variations of one of them that there are `count`. Their
 * names have little in common, so that compression does not make them look lighter than real ones.
 */
export function manyReports(reports: string, pattern: string, existing: number, count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'))
  cpSync(reports, folder, { recursive: true })
  const definition = Definition.parse(JSON.parse(readFileSync(join(reports, `${pattern}.json`), 'utf8')))
  for (let number = existing + 1; number <= count; number++) {
    const name = word(number)
    const variation = {
      ...definition,
      id: `${name}-traffic-${number}`,
      path: `/report/${name}-traffic-${number}`,
      menu: {
        ...definition.menu,
        label: `${name} Traffic ${number}`,
        permission: 1000 + number,
        order: number,
      },
    }
    writeFileSync(join(folder, `${variation.id}.json`), JSON.stringify(variation))
  }
  return folder
}

/** A made-up carrier, the same one for the same number. */
function word(number: number): string {
  let seed = Math.imul(number, 2_654_435_761) >>> 0
  const next = (letters: string) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return letters[Math.floor((seed / 2 ** 32) * letters.length)] ?? ''
  }
  return Array.from({ length: 4 }, () => next('bcdfghklmnprstvz') + next('aeiou')).join('')
}
