import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileDefinitions } from '../../src/definition/compile.ts'
import { formatPath } from '../../src/diagnostics/diagnostic.ts'
import { readCalendars, readFolder } from '../../src/loading/read-folder.ts'
import { getAtPath } from '../../src/report/model/report-response.ts'
import { editDefinition, type Edits } from '../support/edit-definition.ts'

/**
 * A mistake that an author made: a file, what is changed in it, and the one error that a person needs, as its place, its rule
 * and words of its message. The last entry says why a message is not good.
 */
type Mistake = readonly [file: string, edits: Edits, place: string, words: string, fault?: string]

/** A hundred mistakes over the shipped and the example files. */
const mistakes = JSON.parse(
  readFileSync('tests/definition/fixtures/mistakes.json', 'utf8'),
) as readonly Mistake[]

/** Where files are, by the start of their names. Those of `called` name their calls. */
const folders = { 'examples/': 'examples/', 'called/': 'tests/definition/fixtures/called/', '': '' }

test.each(mistakes.map((mistake) => [mistake[0], JSON.stringify(mistake[1]), mistake] as const))(
  'one mistake is one error, its cause: %s %s',
  (_file, _edits, [name, edits, place, words, fault]) => {
    const [start, folder] = Object.entries(folders).find(([prefix]) => name.startsWith(prefix)) ?? ['', '']
    const path = `${folder}${name.slice(start.length)}.json`
    const reportFiles = readFolder(`${folder}reports`)
    const datasetFiles = readFolder(`${folder}datasets`)
    let text = ''
    const change = (list: typeof reportFiles) =>
      list.map((file) => {
        if (file.path !== path || !(file.content instanceof Uint8Array)) return file
        text = editDefinition(new TextDecoder().decode(file.content), edits)
        return { path, content: new TextEncoder().encode(text) }
      })
    const changed = {
      reportFiles: change(reportFiles),
      datasetFiles: change(datasetFiles),
      calendarFiles: readCalendars(`${folder}datasets`),
    }
    const { diagnostics, warnings } = compileDefinitions(changed)
    const found = diagnostics.map((one) => `${formatPath(one.path)} [${one.rule}]`)
    expect([found[0], diagnostics[0]?.file]).toEqual([place, path])
    expect(diagnostics[0]?.message).toContain(words)
    expect([diagnostics.length, warnings.length]).toEqual([fault === undefined ? 1 : 2, 0])
    const [error] = diagnostics
    const key = error?.path.at(-1)
    const isWritten = getAtPath(JSON.parse(text), error?.path ?? []) !== undefined
    const line = text.split('\n')[(error?.line ?? 0) - 1]
    expect(line).toContain(typeof key === 'string' && isWritten ? `"${key}"` : '')
  },
)

test('of the mistakes that are kept, at least 97 of 100 have a good message', () => {
  const good = mistakes.filter(([, , , , fault]) => fault === undefined)
  expect([mistakes.length, good.length >= 0.97 * mistakes.length]).toEqual([141, true])
})
