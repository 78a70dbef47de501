import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { DefinitionFile } from '../../diagnostics/json-document.ts'
import { UsageError } from '../command.ts'

/**
 * Reads the definitions of a folder as a commit contains them, without a checkout. A folder that the commit does not
 * contain is empty. Throws UsageError if there is no such commit, or no repository.
 */
export function readDefinitionsAt(ref: string, folder: string): DefinitionFile[] {
  const isThere = existsSync(folder)
  const place = isThere ? folder : dirname(folder)
  const commit = findCommit(ref, place)
  // In a folder, `ls-tree` lists the entries of this folder.
  const below = isThere ? [] : ['--', `${basename(folder)}/`]
  const entries = git(place, ['ls-tree', '-z', commit, ...below])
    .toString('utf8')
    .split('\0')
  return entries
    .flatMap((entry) => {
      const [, object = '', path = ''] = /^100\d+ blob (\w+)\t(.*\.json)$/s.exec(entry) ?? []
      return path === '' ? [] : [{ object, name: basename(path) }]
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ object, name }) => ({
      path: `${ref}:${folder}/${name}`,
      content: new Uint8Array(git(place, ['cat-file', 'blob', object])),
    }))
}

function findCommit(ref: string, folder: string): string {
  try {
    const found = git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
    return found.toString('utf8').trim()
  } catch (error) {
    if (isMissingProgram(error)) throw new UsageError('git is not installed')
    throw new UsageError(`no commit '${ref}' in a git repository around ${folder}`)
  }
}

const isMissingProgram = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const MAX_OUTPUT_BYTES = 64 * 1_048_576

const git = (folder: string, args: readonly string[]): Buffer =>
  execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: MAX_OUTPUT_BYTES })
