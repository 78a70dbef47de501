import { InternationalDirection } from '../../../../schemas/international-minutes.ts'
import { ReportType } from '../../../../schemas/report-type.ts'
import { dailyLedger } from '../../../server/repositories/ledgers/daily.ts'
import { internationalExchangeLedger } from '../../../server/repositories/ledgers/international-exchange.ts'
import { internationalMinutesLedger } from '../../../server/repositories/ledgers/international-minutes.ts'
import { LOCAL_DIRECTIONS, localExchangeLedger } from '../../../server/repositories/ledgers/local-exchange.ts'
import { monthlyLedger } from '../../../server/repositories/ledgers/monthly.ts'
import { carriers, directions } from './free-columns.ts'
import type { FigureColumn, Kind, Scope } from './kind.ts'

const OPERATORS = [
  { name: 'airtel', label: 'Airtel', field: 'airtel' },
  { name: 'mtn', label: 'MTN', field: 'mtn' },
  { name: 'nine_mobile', label: '9Mobile', field: 'nineMobile' },
  { name: 'glo', label: 'GLO', field: 'glo' },
] as const

const operatorColumns = (suffix: string): FigureColumn[] =>
  OPERATORS.map(({ name, label, field }) => ({ name, headings: [label, field, `${field}${suffix}`] }))

const labelOf = (operator: string) => OPERATORS.find(({ name }) => name === operator)?.label ?? operator

const operators: readonly string[] = OPERATORS.map(({ name }) => name)
const reportType: Scope = { option: 'type', headings: ['reportType', 'type'], values: ReportType.options }

/** Every kind of records that can be imported. */
export const kinds: readonly Kind[] = [
  {
    name: 'monthly-reports',
    summary: 'daily averages of a month, by report type',
    key: 'month',
    scope: reportType,
    figures: [...operatorColumns('DailyAvg'), { name: 'ida', headings: ['IDA', 'idaDailyAvg'] }],
    figuresOf: null,
    totals: [],
    free: null,
    filled: true,
    ledger: monthlyLedger,
    example:
      'Year,Month,Type,Airtel,MTN,9Mobile,GLO,IDA\n2025,Jan,MNO_TO_ROUTELINK,412.5,655.25,58,236,121\n',
  },
  {
    name: 'daily-reports',
    summary: 'minutes of a day, by report type',
    key: 'date',
    scope: reportType,
    figures: [...operatorColumns('Minutes'), { name: 'ida', headings: ['IDA', 'idaMinutes'] }],
    figuresOf: null,
    totals: [
      { headings: ['Total', 'totalMinutes'], of: operators, stored: 'total' },
      { headings: ['Grand Total'], of: [...operators, 'ida'], stored: 'grand_total' },
    ],
    free: null,
    filled: true,
    ledger: dailyLedger,
    example:
      'Date,Type,Airtel,MTN,9Mobile,GLO,Total,IDA,Grand Total\n3/7/2025,MNO_TO_ROUTELINK,"1,412.50",2655,358,1236,5661.50,121,5782.50\n',
  },
  {
    name: 'international-minutes',
    summary: 'international minutes of a day, by direction; a column for each carrier',
    key: 'date',
    scope: { option: 'direction', headings: ['direction'], values: InternationalDirection.options },
    figures: operatorColumns('Minutes'),
    figuresOf: 'ROUTELINK_TO_MNO',
    totals: [{ headings: ['Grand Total', 'Total'], of: null, stored: null }],
    free: carriers,
    filled: false,
    ledger: internationalMinutesLedger,
    example: 'Date,Direction,Atlantic Voice,Cedar Networks\n2025-03-07,IDA_TO_ROUTELINK,41000,27200.25\n',
  },
  {
    name: 'local-exchange-traffic',
    summary: 'minutes of a day between the operators, twelve directions',
    key: 'date',
    scope: null,
    figures: LOCAL_DIRECTIONS.map((name) => {
      const [from = '', to = ''] = name.split('_to_').map(labelOf)
      return { name, headings: [`${from} → ${to}`, name, `${from} to ${to}`] }
    }),
    figuresOf: null,
    totals: [{ headings: ['Grand Total'], of: null, stored: null }],
    free: null,
    filled: true,
    ledger: localExchangeLedger,
    example: `Date,${LOCAL_DIRECTIONS.join(',')}\n2025-03-07,1,2,3,4,5,6,7,8,9,10,11,12\n`,
  },
  {
    name: 'international-exchange',
    summary: 'international exchange traffic of a day; a column for each direction',
    key: 'date',
    scope: null,
    figures: [],
    figuresOf: null,
    totals: [],
    free: directions,
    filled: true,
    ledger: internationalExchangeLedger,
    example: 'Date,mtn_to_airtel,MTN → 9Mobile\n2025-03-07,58000.5,9800\n',
  },
]
