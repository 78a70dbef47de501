import { LARGEST_FIGURE } from '../../../../schemas/figure.ts'
import { exampleFile } from '../import/example.ts'
import { MOST_NAMES } from '../import/free-columns.ts'
import { plain } from '../import/heading.ts'
import type { FigureColumn, FreeColumns, Kind, TotalColumn } from '../import/kind.ts'

/** What files of one dataset look like, for the format page. */
export function kindSection(kind: Kind): string[] {
  const { name, dataset, keyHeading, key, per, dimensions, figures, totals, free } = kind
  const columns: (readonly [heading: string, what: string])[] = [
    [keyHeading, keyWords(kind)],
    ...(key === 'month' ? [['Year', 'where the month does not say it, or `--year`'] as const] : []),
    ...(per === 'month'
      ? [
          [
            'Month',
            'the month of the name as `2025-03`, or by its name or number beside `Year`; or `--period`',
          ] as const,
        ]
      : []),
    ...(per === 'none'
      ? []
      : [
          [
            'Year',
            per === 'year' ? 'the year of the name; or `--period`' : 'where the month does not say it',
          ] as const,
        ]),
    ...dimensions.map(
      ({ id, headings: [heading], values }) =>
        [heading, `${values.map((value) => `\`${value}\``).join(' or ')}; or \`--${id}\``] as const,
    ),
    ...figures.map((figure) => [figure.headings[0], figureWords(figure)] as const),
    ...totals.map((total) => [total.headings[0], totalWords(total)] as const),
  ]
  const about = dataset.summary === '' ? dataset.title : dataset.summary
  return [
    `### ${name}`,
    '',
    `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
    '',
    '| column | what |',
    '| --- | --- |',
    ...columns.map(([heading, what]) => `| \`${heading}\` | ${what} |`),
    ...(free === null ? [] : [`| any other | ${freeWords(kind, free)} |`]),
    '',
    '```csv',
    exampleFile(kind).trimEnd(),
    '```',
    '',
  ]
}

function keyWords({ key, keyHeading, dataset: { key: plan } }: Kind): string {
  const also = plain(plan.field) === plain(keyHeading) ? '' : `; also \`${plan.field}\``
  if (key === 'date') return `the day${also}`
  return key === 'month' ? `\`Jan\`, \`January\`, \`1\` or \`2025-01\`${also}` : `the name${also}`
}

function figureWords({ headings: [heading, ...others], when, min, max, decimals }: FigureColumn): string {
  const only = Object.values(when).map(
    (values) => `, of ${values.map((value) => `\`${value}\``).join(' and ')} only`,
  )
  const bounds = [
    ...(min === 0 ? [] : [`at least ${min.toLocaleString('en')}`]),
    ...(max === LARGEST_FIGURE ? [] : [`at most ${max.toLocaleString('en')}`]),
    ...(decimals === null ? [] : [`at most ${decimals} decimals`]),
  ].map((text) => `, ${text}`)
  const also = others.filter((other) => plain(other) !== plain(heading)).map((other) => `\`${other}\``)
  return `a figure${only.join('')}${bounds.join('')}${also.length === 0 ? '' : `; also ${also.join(', ')}`}`
}

const totalWords = ({ of, stored, checked }: TotalColumn): string =>
  checked
    ? `optional: the sum of ${of === null ? 'the row' : of.join(', ')}${stored === null ? '' : '; computed where it is missing'}`
    : 'optional: a sum of a report, which is not read'

function freeWords(
  { dataset: { group, key } }: Kind,
  { noun, examples: [example = ''] }: FreeColumns,
): string {
  const span = key.kind === 'date' ? 'a month' : key.kind === 'month' ? 'a year' : 'a period'
  const most = `at most ${MOST_NAMES.toLocaleString('en')} ${noun}s ${span}`
  if (group?.kind === 'pattern') {
    return `a ${noun} such as \`${example}\`, with \`→\` or as reports show it; kept in small letters; ${most}. Names whose capital letters read back as others (\`ß\`, \`ı\`) are refused`
  }
  return `a ${noun} by its name, which is kept as it is written (in the composed form of Unicode, NFC), at most 500 characters, none of them invisible; ${most} and value of a dimension. Names that differ by case are different ${noun}s. A name of a fixed field is refused`
}
