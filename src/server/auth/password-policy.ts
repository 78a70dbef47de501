import { REPLACEMENT } from '../../../schemas/api/names.ts'
import { commonNumbers, commonWords, keyboardRuns } from './common-passwords.ts'

const MIN_LENGTH = 8
const MAX_LENGTH = 128
/** Shorter user ids are not compared with the password. */
const MIN_ID_LENGTH = 4

const UNREADABLE = `The password must not contain ${REPLACEMENT}, which replaces unreadable characters.`
const TOO_COMMON = 'This password is too common. Please choose another one.'

/** Returns the error of a new password as a sentence for the user, or null (S9, S89). */
export function validatePassword(password: string, userId: string): string | null {
  const { length } = Array.from(password)
  if (length < MIN_LENGTH || length > MAX_LENGTH) return 'The password must have 8 to 128 characters.'
  if (password.includes(REPLACEMENT)) return UNREADABLE
  const plain = password.normalize('NFKC').toLowerCase()
  if (isCommon(plain)) return TOO_COMMON
  const id = trimNonLetters(userId.normalize('NFKC').toLowerCase())
  if (id.length >= MIN_ID_LENGTH && trimNonLetters(plain) === id)
    return 'The password must not be the User ID.'
  return null
}

function isCommon(plain: string): boolean {
  return commonNumbers.has(plain) || isPattern(plain) || isCommonWord(plain)
}

/** Whether a text is a common word, also if it is repeated, respelled (`p@ssw0rd`) or has symbols around it. */
function isCommonWord(plain: string): boolean {
  const cores = [plain, findRepeatedUnit(plain)].flatMap((text) => [
    trimNonLetters(text),
    trimNonLetters(replaceSpellings(text)),
    replaceSpellings(trimNonLetters(text)),
  ])
  return cores.some(
    (core) => commonWords.has(findRepeatedUnit(core)) || commonWords.has(removeNonLetters(core)),
  )
}

/** Whether a text is a short repetition or consists of keyboard walks only. */
function isPattern(plain: string): boolean {
  const unit = findRepeatedUnit(plain)
  return (unit.length < plain.length && unit.length <= MIN_ID_LENGTH) || isWalk(unit) || isWalks(plain)
}

/** Removes the digits and symbols at either end. */
function trimNonLetters(plain: string): string {
  return plain.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

function removeNonLetters(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '')
}

const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['@', 'a'],
  ['4', 'a'],
  ['3', 'e'],
  ['1', 'i'],
  ['!', 'i'],
  ['0', 'o'],
  ['$', 's'],
  ['5', 's'],
  ['7', 't'],
])

function replaceSpellings(plain: string): string {
  return Array.from(plain, (character) => SPELLINGS.get(character) ?? character).join('')
}

/** Finds the shortest text whose repetition is this one; the text itself if there is none. */
function findRepeatedUnit(text: string): string {
  const length = (text + text).indexOf(text, 1)
  return length > 0 ? text.slice(0, length) : text
}

const lines = keyboardRuns.flatMap((walk) => [walk, Array.from(walk).toReversed().join('')])

function isWalk(part: string): boolean {
  return part.length >= 3 && lines.some((line) => line.includes(part))
}

function isRun(part: string): boolean {
  return part.length >= 2 && findRepeatedUnit(part).length === 1
}

/** Whether a text can be split into walks of three or more keys and runs of one character. */
function isWalks(plain: string): boolean {
  const reached = new Set([0])
  for (let end = 1; end <= plain.length; end += 1) {
    const starts = [...reached]
    const fits = starts.some((start) => isWalk(plain.slice(start, end)) || isRun(plain.slice(start, end)))
    if (fits) reached.add(end)
  }
  return reached.has(plain.length)
}
