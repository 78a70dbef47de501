import * as z from 'zod/mini'
import type { DefinitionText } from '../../../schemas/api/definitions.ts'
import { parseText } from '../api/parse-text.ts'

type MenuKey = 'permission' | 'order'

const Identified = z.object({ id: z.string().check(z.regex(/^[a-z\d-]+$/)) })

/** Returns a file under the name of its own id; under the same name while its text has an error. */
export const renameById = (file: DefinitionText): DefinitionText => ({
  ...file,
  name: parseText(Identified, file.text)?.id ?? file.name,
})

/** Returns a number for a key of a menu that no file has. */
export const findFreeNumber = (key: MenuKey, files: readonly DefinitionText[]): number =>
  Math.max(100, ...listNumbers(key, files)) + 1

/** Lists the numbers that texts have for a key, also those of texts with an error. */
const listNumbers = (key: MenuKey, files: readonly DefinitionText[]): readonly number[] =>
  files.flatMap(({ text }) => [...text.matchAll(createPattern(key))].map(([, , digits]) => Number(digits)))

const createPattern = (key: MenuKey): RegExp => new RegExp(`("${key}"\\s*:\\s*)(\\d+)`, 'g')

/** Adds drafts of examples to files: each has the path of its schema, and a right and an order that no other file has. */
export function draftExamples(
  examples: readonly DefinitionText[],
  files: readonly DefinitionText[],
): readonly DefinitionText[] {
  const drafts: DefinitionText[] = []
  for (const example of examples) {
    const others = [...files, ...drafts].filter(({ kind }) => kind === example.kind)
    let text = example.text.replace('"../../schemas/', '"../schemas/')
    for (const key of ['permission', 'order'] as const) {
      text = text.replace(createPattern(key), (written, start: string, digits: string) =>
        listNumbers(key, others).includes(Number(digits))
          ? `${start}${findFreeNumber(key, others)}`
          : written,
      )
    }
    drafts.push({ ...example, text })
  }
  return drafts
}
