import { Link } from 'react-router-dom'
import type { DraftCheck } from './draft-checks.ts'

/** Returns the address of the editor of a file, by its path; a report shows its table at once. */
export const getEditorAddress = (path: string): string =>
  `/studio/${path
    .replace(/\.json$/, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/')}?view=table`

type Props = { readonly file: string; readonly label?: string }

export const FileLink = ({ file, label = file }: Props) => (
  <Link to={getEditorAddress(file)} className="text-accent underline">
    {label}
  </Link>
)

/** Lists the paths of the files that use one. */
export const listUsers = (check: DraftCheck | null, path: string): readonly string[] =>
  [...(check?.named ?? [])].flatMap(([user, named]) => (named.includes(path) ? [user] : []))
