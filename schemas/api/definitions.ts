import * as z from 'zod/mini'

export const definitionKinds = ['reports', 'datasets', 'dashboards', 'schedules', 'calendars'] as const
export type DefinitionKind = (typeof definitionKinds)[number]

const text = (length: number) => z.string().check(z.maxLength(length))

/** A definition file: its kind is the name of its folder, its name has no ending. */
export const DefinitionText = z.object({
  kind: z.enum(definitionKinds),
  name: text(200),
  text: text(131_072),
})
export type DefinitionText = z.infer<typeof DefinitionText>

/** A call of a draft: a report that is not published, and the files that differ from those of the server. */
export const DraftCall = z.object({
  drafts: z.array(DefinitionText).check(z.maxLength(20)),
  /** The path of the file whose screen calls. */
  path: text(220),
  call: text(4_000),
  /** `stored` records are those of the portal, `demo` records follow from the definitions alone. */
  records: z.enum(['demo', 'stored']),
})
export type DraftCall = z.infer<typeof DraftCall>

/** The body that the call would have as JSON. */
export const DraftAnswer = z.object({ body: z.string() })

/** Returns the path that diagnostics name, its folder and its file. */
export const getTextPath = ({ kind, name }: Omit<DefinitionText, 'text'>): string => `${kind}/${name}.json`

/** Lists definitions, each draft in place of the file of its name. */
export const mergeTexts = (
  texts: readonly DefinitionText[],
  drafts: readonly DefinitionText[],
): readonly DefinitionText[] => [
  ...new Map([...texts, ...drafts].map((file) => [getTextPath(file), file])).values(),
]
