import * as z from 'zod/mini'
import { ImportPreview } from './imports.ts'

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

/** The most bytes that a request with drafts has. */
export const MAX_DRAFT_BYTES = 4 * 1024 * 1024
export const MAX_KEPT_DRAFTS = 50
export const MAX_KEPT_DAYS = 90

const draftFiles = z.array(DefinitionText).check(z.maxLength(20))

/** Files that a holder of the right keeps for others, until the last day. */
export const KeptDraft = z.object({
  id: z.int(),
  /** The path of the file to open. */
  path: z.string(),
  author: z.string(),
  endDate: z.string(),
})
export type KeptDraft = z.infer<typeof KeptDraft>

export const KeptTexts = z.object({ ...KeptDraft.shape, files: z.array(DefinitionText) })
export type KeptTexts = z.infer<typeof KeptTexts>

export const KeepDraftRequest = z.strictObject({
  path: text(220),
  files: draftFiles.check(z.minLength(1)),
  endDate: z.iso.date(),
})

/** A file, with the choices of its reading such as `dates=DD/MM/YYYY`. */
const SentFile = z.object({
  name: z._default(text(255), 'pasted.csv'),
  text: text(2_000_000),
  /** How the text says the bytes of the file. */
  encoding: z._default(z.enum(['utf8', 'base64']), 'utf8'),
  read: z.array(text(200)).check(z.maxLength(50)),
})

/** A file from which a table and a report of the id are drafted. */
export const FileCall = z.object({
  drafts: draftFiles,
  id: text(60).check(z.regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'expected an id such as call-quality')),
  file: SentFile,
})
export type FileCall = z.infer<typeof FileCall>

/** How a file is read, and the drafts; none while something in it is unclear or wrong. */
export const FileDraft = z.object({
  preview: ImportPreview,
  files: z.array(DefinitionText),
  /** With which the file can be read if its rows have none. */
  period: z.nullable(z.string()),
})
export type FileDraft = z.infer<typeof FileDraft>

/** A file whose rows stand for the records of a table. */
export const DraftFile = z.object({
  ...SentFile.shape,
  dataset: text(200),
  /** The period of all rows, if they have none. */
  period: z._default(z.nullable(text(10)), null),
})
export type DraftFile = z.infer<typeof DraftFile>

/** A call of a draft: a report that is not published, and the files that differ from those of the server. */
export const DraftCall = z.object({
  drafts: draftFiles,
  /** The path of the file whose screen calls. */
  path: text(220),
  call: text(4_000),
  /** `stored` records are those of the portal, `demo` records follow from the definitions alone. */
  records: z.enum(['demo', 'stored']),
  /** Takes the place of the demo records of its table. With an empty call the answer is how it is read. */
  file: z._default(z.nullable(DraftFile), null),
  /** Files of further tables, which can be read as they are. */
  others: z._default(z.array(DraftFile).check(z.maxLength(10)), []),
})
export type DraftCall = z.infer<typeof DraftCall>

/** The body that the call would have as JSON. */
export const DraftAnswer = z.object({ body: z.string() })

/** A mail with the pictures in its HTML, and the names of the attached files. */
export const MailPreview = z.object({
  subject: z.string(),
  html: z.string(),
  attachments: z.array(z.string()),
})
export type MailPreview = z.infer<typeof MailPreview>

/** A draft of a report whose effects are asked. */
export const EffectsCall = z.object({ drafts: draftFiles, path: text(220) })

/** The sentences on who gains or loses a report, and on the views and schedules that break. */
export const DraftEffects = z.object({ access: z.array(z.string()), broken: z.array(z.string()) })
export type DraftEffects = z.infer<typeof DraftEffects>

/** Returns the path that diagnostics name, its folder and its file. */
export const getTextPath = ({ kind, name }: Omit<DefinitionText, 'text'>): string => `${kind}/${name}.json`

/** Lists definitions, each draft in place of the file of its name. */
export const mergeTexts = (
  texts: readonly DefinitionText[],
  drafts: readonly DefinitionText[],
): readonly DefinitionText[] => [
  ...new Map([...texts, ...drafts].map((file) => [getTextPath(file), file])).values(),
]
