import type { DefinitionText } from '../../../schemas/api/definitions.ts'

/** Returns the address of the editor of a file; a report shows its table at once. */
export const getEditorAddress = ({ kind, name }: Omit<DefinitionText, 'text'>): string =>
  `/studio/${kind}/${encodeURIComponent(name)}?view=table`
