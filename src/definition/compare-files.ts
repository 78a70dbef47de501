import { z } from 'zod'
import { type DefinitionFile, parseDocument } from '../diagnostics/json-document.ts'
import { compareById, compareFacts, type DefinitionChange } from '../report/model/compare-facts.ts'

const Definition = z.looseObject({ id: z.string() })

/** Compares definitions as their authors have written them. A file that is no definition is left to `check`. */
export function compareFiles(
  noun: string,
  before: readonly DefinitionFile[],
  after: readonly DefinitionFile[],
): DefinitionChange[] {
  const parse = (files: readonly DefinitionFile[]) =>
    files.flatMap((file) => {
      const { success, data } = Definition.safeParse(parseDocument(file).value)
      return success ? [data] : []
    })
  return compareById(parse(before), parse(after), {
    describe: ({ id }) => `The ${noun} '${id}'`,
    added: 'is new.',
    compare: (old, definition) => compareFacts(old, definition, ['$schema']),
  })
}
