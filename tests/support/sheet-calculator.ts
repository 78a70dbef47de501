/** A value of a cell as spreadsheets compute it: undefined is an empty cell, an error is `#`. */
export type SheetValue = number | string | undefined

const ERROR = '#'

/** A sheet by its addresses; a formula is a text that begins with `=`. */
export type Sheet = ReadonlyMap<string, SheetValue>

const tokens =
  /\s*(?:(\d+(?:\.\d+)?(?:e[-+]?\d+)?)|"([^"]*)"|([A-Z]+\$?\d+(?::[A-Z]+\$?\d+)?)|([A-Z]+)(?=\()|(<>|<=|>=|[-+*/(),<>=]))/gy

const letters = (column: number): string =>
  column < 26
    ? String.fromCodePoint(65 + column)
    : letters(Math.floor(column / 26) - 1) + letters(column % 26)
const numberOf = (name: string): number =>
  Array.from(name).reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 0) - 64, 0) - 1

/** Lists the addresses of a range such as `B4:C9`. */
function listAddresses(range: string): string[] {
  const [first = '', last = first] = range.replaceAll('$', '').split(':')
  const [[, from = '', top = ''] = [], [, to = '', bottom = ''] = []] = [first, last].map(
    (address) => /^([A-Z]+)(\d+)$/.exec(address) ?? [],
  )
  const rows = Array.from({ length: Number(bottom) - Number(top) + 1 }, (_, index) => Number(top) + index)
  const columns = Array.from(
    { length: numberOf(to) - numberOf(from) + 1 },
    (_, index) => numberOf(from) + index,
  )
  return rows.flatMap((row) => columns.map((column) => `${letters(column)}${row}`))
}

type Node = () => readonly SheetValue[]

const none: Node = () => []

const toNumber = (value: SheetValue): number | null =>
  value === undefined ? 0 : typeof value === 'number' ? value : null

/** Computes the cell of a sheet by the rules of spreadsheets, from its formula and those of the cells that it reads. */
export function calculate(sheet: Sheet, address: string): SheetValue {
  const content = sheet.get(address)
  if (typeof content !== 'string' || !content.startsWith('=')) return content
  const list = [...content.slice(1).matchAll(tokens)]
  let position = 0
  const peek = () => list[position]?.[5] ?? ''
  const accept = (sign: string): boolean => peek() === sign && position++ >= 0
  const first = (node: Node): SheetValue => node()[0]
  const operate =
    (left: Node, right: Node, compute: (a: number, b: number) => SheetValue): Node =>
    () => {
      const [a, b] = [toNumber(first(left)), toNumber(first(right))]
      const value = a === null || b === null ? ERROR : compute(a, b)
      return [typeof value === 'number' && !Number.isFinite(value) ? ERROR : value]
    }
  const operations: readonly Readonly<Record<string, (a: number, b: number) => number>>[] = [
    {
      '<': (a, b) => Number(a < b),
      '<=': (a, b) => Number(a <= b),
      '=': (a, b) => Number(a === b),
      '<>': (a, b) => Number(a !== b),
      '>=': (a, b) => Number(a >= b),
      '>': (a, b) => Number(a > b),
    },
    { '+': (a, b) => a + b, '-': (a, b) => a - b },
    { '*': (a, b) => a * b, '/': (a, b) => a / b },
  ]
  const read = (level: number): Node => {
    const known = operations[level]
    if (known === undefined) return readAtom()
    let left = read(level + 1)
    for (let compute = known[peek()]; compute !== undefined; compute = known[peek()]) {
      position++
      left = operate(left, read(level + 1), compute)
    }
    return left
  }
  const readAtom = (): Node => {
    if (accept('(')) {
      const inner = read(0)
      accept(')')
      return inner
    }
    if (accept('-')) {
      const operand = read(2)
      return operate(
        () => [0],
        operand,
        (a, b) => a - b,
      )
    }
    const [, number, text, range, name] = list[position++] ?? []
    if (number !== undefined) return () => [Number(number)]
    if (text !== undefined) return () => [text]
    if (range !== undefined) return () => listAddresses(range).map((one) => calculate(sheet, one))
    const operands: Node[] = []
    accept('(')
    while (!accept(')')) {
      operands.push(read(0))
      accept(',')
    }
    return () => [call(name ?? '', operands)]
  }
  const call = (name: string, operands: readonly Node[]): SheetValue => {
    const [one = none, other = none, last = none] = operands
    const values = () => operands.flatMap((node) => node())
    const numbers = () => values().filter((value) => typeof value === 'number')
    const sum = () => numbers().reduce((total, value) => total + value, 0)
    switch (name) {
      case 'IF': {
        const condition = toNumber(first(one))
        return condition === null ? ERROR : first(condition === 0 ? last : other)
      }
      case 'IFERROR':
        return first(one) === ERROR ? first(other) : first(one)
      case 'AND':
        return Number(values().every((value) => value === undefined || value !== 0))
      case 'COUNT':
        return numbers().length
      case 'SUM':
        return values().includes(ERROR) ? ERROR : sum()
      case 'ABS': {
        const value = toNumber(first(one))
        return value === null ? ERROR : Math.abs(value)
      }
      case 'TRUE':
        return 1
      case 'SUBTOTAL':
        return first(one) === 109
          ? other().reduce<number>((total, value) => total + (typeof value === 'number' ? value : 0), 0)
          : ERROR
      default:
        throw new Error(`${name} is not a function of this calculator`)
    }
  }
  return first(read(0))
}
