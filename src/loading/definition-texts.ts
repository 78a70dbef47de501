import { existsSync } from 'node:fs'
import {
  type DefinitionKind,
  definitionKinds,
  type DefinitionText,
  mergeTexts,
} from '../../schemas/api/definitions.ts'
import { type CheckedDefinitions, checkDefinitions, groupTexts } from '../definition/check-definitions.ts'
import { selectNeeded } from '../definition/list-uses.ts'
import { getDefinitionName } from '../diagnostics/json-document.ts'
import { requireValid } from './load.ts'
import { readFolder } from './read-folder.ts'

export type Compiled = Pick<CheckedDefinitions, 'reports' | 'datasets' | 'dashboards'>

/** Reads the texts of all definitions in the folders of a server. A file that cannot be read is left out. */
export const readDefinitionTexts = (folders: Readonly<Record<DefinitionKind, string>>): DefinitionText[] =>
  definitionKinds.flatMap((kind) =>
    (existsSync(folders[kind]) ? readFolder(folders[kind]) : []).flatMap(({ path, content }) =>
      content instanceof Uint8Array
        ? [{ kind, name: getDefinitionName(path), text: new TextDecoder().decode(content) }]
        : [],
    ),
  )

/**
 * Compiles the file at a path with the files that it needs, drafts in place of files of the same name; on demand also the
 * files that use it. Throws InvalidDefinitionsError.
 */
export function compileDrafts(
  texts: readonly DefinitionText[],
  drafts: readonly DefinitionText[],
  path: string,
  hasUsers = false,
): Compiled {
  const checked = checkDefinitions(groupTexts(selectNeeded(mergeTexts(texts, drafts), path, hasUsers)))
  // What breaks a dashboard or schedule that uses it is an answer.
  const isAnswer = (file: string) => hasUsers && /^(dashboards|schedules)\//.test(file)
  requireValid(
    'the studio',
    checked.errors.filter(({ file }) => !isAnswer(file)),
  )
  return checked
}
