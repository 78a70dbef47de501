import { commonNumbers, commonWords, keyboardRuns } from './common-passwords.ts'

const SHORTEST = 8
const LONGEST = 128
/** Shorter words say nothing about a user id that happens to be part of a password. */
const TELLING_ID = 4

const TOO_COMMON = 'This password is too common. Please choose another one.'

/** What is wrong with a new password, as a sentence for whoever chose it, or null (S9). */
export function validatePassword(password: string, userId: string): string | null {
  const { length } = Array.from(password)
  if (length < SHORTEST || length > LONGEST) return 'The password must have 8 to 128 characters.'
  const plain = password.normalize('NFKC').toLowerCase()
  if (isCommon(plain)) return TOO_COMMON
  const id = coreOf(userId.normalize('NFKC').toLowerCase())
  if (id.length >= TELLING_ID && coreOf(plain) === id) return 'The password must not be the User ID.'
  return null
}

function isCommon(plain: string): boolean {
  return commonNumbers.has(plain) || isPattern(plain) || isCommonWord(plain)
}

/** Whether a text is a common word, perhaps repeated, respelled (`p@ssw0rd`) or with signs around it. */
function isCommonWord(plain: string): boolean {
  const cores = [plain, unitOf(plain)].flatMap((text) => [
    coreOf(text),
    coreOf(respelled(text)),
    respelled(coreOf(text)),
  ])
  return cores.some((core) => commonWords.has(unitOf(core)) || commonWords.has(lettersOf(core)))
}

/** Whether a text is a short repetition or consists of nothing but walks over the keyboard. */
function isPattern(plain: string): boolean {
  const unit = unitOf(plain)
  return (unit.length < plain.length && unit.length <= TELLING_ID) || isWalk(unit) || isWalks(plain)
}

/** The text without the digits and signs at either end. */
function coreOf(plain: string): string {
  return plain.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

function lettersOf(text: string): string {
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

function respelled(plain: string): string {
  return Array.from(plain, (character) => SPELLINGS.get(character) ?? character).join('')
}

/** The shortest text that, repeated, gives this one: itself where nothing repeats. */
function unitOf(text: string): string {
  const length = (text + text).indexOf(text, 1)
  return length > 0 ? text.slice(0, length) : text
}

const lines = keyboardRuns.flatMap((walk) => [walk, Array.from(walk).toReversed().join('')])

function isWalk(part: string): boolean {
  return part.length >= 3 && lines.some((line) => line.includes(part))
}

function isRun(part: string): boolean {
  return part.length >= 2 && unitOf(part).length === 1
}

/** Whether a text can be cut into walks of three keys and more and runs of one character. */
function isWalks(plain: string): boolean {
  const reached = new Set([0])
  for (let end = 1; end <= plain.length; end += 1) {
    const starts = [...reached]
    const fits = starts.some((start) => isWalk(plain.slice(start, end)) || isRun(plain.slice(start, end)))
    if (fits) reached.add(end)
  }
  return reached.has(plain.length)
}
