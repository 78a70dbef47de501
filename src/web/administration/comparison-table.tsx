import type { ComponentProps } from 'react'

const CELL = 'px-2 first:pl-0 py-1 text-left align-top break-words'

const Value = ({ text }: { readonly text: string }) =>
  text === '' ? <span className="text-faint">empty</span> : text

type Props = ComponentProps<'table'> & {
  /** What the rows are, and the two versions. */
  readonly headers: readonly [string, string, string]
  readonly rows: readonly (readonly [label: string, before: string, after: string])[]
}

/** Two versions of values beside each other. */
export const ComparisonTable = ({ headers, rows, className, ...native }: Props) => (
  <table {...native} className={`w-full border-collapse ${className}`}>
    <thead>
      <tr className="border-b text-sm text-soft">
        {headers.map((header) => (
          <th key={header} scope="col" className={`${CELL} font-medium`}>
            {header}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([label, ...values], row) => (
        <tr key={row} className="border-b last:border-b-0">
          <th scope="row" className={`${CELL} font-medium`}>
            {label}
          </th>
          {values.map((text, column) => (
            <td key={column} className={CELL}>
              <Value text={text} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
