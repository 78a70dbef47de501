/**
 * What screens of three reports show of the known rows; the goldens of reports have the texts of all others. Figures are
 * worked out by hand; every text is a literal (spec 2.19, 4.18, 9.4, 2.15, 3.7, 2.20).
 */
export interface Screen {
  readonly name: string
  readonly path: string
  /** The in-page tab to choose first. */
  readonly tab?: string
  readonly year: string
  readonly month?: string
  readonly title: string
  readonly breadcrumb: string
  /** Path and query of the load. */
  readonly call: string
  readonly tableTitle: string
  readonly header: readonly string[]
  /** Key and figures of every row; a row for which no record came is marked by `no record`. */
  readonly rows: readonly (readonly string[])[]
  readonly total: readonly string[] | null
  /** The columns that can be charted, and how many are on at first. */
  readonly series: readonly string[]
  readonly shown: number
  readonly hint: string | null
  readonly labels: readonly [line: string, pie: string, bar: string]
  readonly chartTitles: readonly [line: string, pie: string, bar: string]
  /** Per slice: series, sum of the period, whole percent (spec 4.19). */
  readonly slices: readonly (readonly [name: string, sum: string, percent: string])[]
  /** `{today}` stands for the day of the test (spec 9.3). */
  readonly workbook: string
  readonly emptyYear: string
  readonly emptyMonth?: string
  readonly emptyText: string
  readonly emptyBanner?: string
}

type Figures = Readonly<Record<number, readonly string[]>>

/** One row per key; those without figures are rows without a record. */
const filled = (keys: readonly string[], width: number, figures: Figures): string[][] =>
  keys.map((key, index) => {
    const given = figures[index + 1]
    return given === undefined
      ? [`${key} no record`, ...Array.from({ length: width }, () => '0.00')]
      : [key, ...given]
  })

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const days = (count: number, date: (day: number) => string) =>
  Array.from({ length: count }, (_, index) => date(index + 1))

const BUTTONS = ['Line', 'Pie', 'Bar'] as const

const LOCAL_DIRECTIONS = [
  'Airtel → MTN',
  'Airtel → 9Mobile',
  'Airtel → GLO',
  'MTN → Airtel',
  'MTN → 9Mobile',
  'MTN → GLO',
  '9Mobile → MTN',
  '9Mobile → Airtel',
  '9Mobile → GLO',
  'GLO → MTN',
  'GLO → Airtel',
  'GLO → 9Mobile',
] as const

const titles = (name: string, line: string, pie: string, period: string) =>
  [
    `${name} - ${line} Line Chart - ${period}`,
    `${name} - ${pie} Pie Chart - ${period}`,
    `${name} - ${line} Bar Chart - ${period}`,
  ] as const

export const screens: readonly Screen[] = [
  {
    year: '2023',
    header: ['Month / MNO', 'Airtel', 'MTN', '9Mobile', 'GLO', 'IDA'],
    total: null,
    series: ['Airtel', 'MTN', '9Mobile', 'GLO', 'IDA'],
    shown: 5,
    hint: null,
    labels: BUTTONS,
    emptyYear: '2021',
    emptyText: 'No data available for 2021',
    call: '/v1/monthly-reports/2023/MNO_TO_ROUTELINK',
    tableTitle: 'MNO to Routelink - Monthly Report Data - 2023',
    rows: filled(MONTHS, 5, {
      1: ['400,000.00', '300,000.50', '50,000.25', '100,000.00', '1,234,567.89'],
      3: ['100,000.00', '100,000.00', '0.00', '100,000.00', '0.13'],
    }),
    chartTitles: titles('MNO to Routelink', 'Monthly Daily Average', 'Annual Distribution', '2023'),
    slices: [
      ['Airtel', '500,000.00', '21'],
      ['MTN', '400,000.50', '17'],
      ['9Mobile', '50,000.25', '2'],
      ['GLO', '200,000.00', '8'],
      ['IDA', '1,234,568.02', '52'],
    ],
    workbook: 'monthly_report_mno_to_routelink_2023.xlsx',
    name: 'Monthly Report, MNO to Routelink',
    path: '/report/monthly-reports',
    title: 'Monthly Report - MNO to Routelink',
    breadcrumb: 'Portal Location | Reports > Monthly Report - Daily Average > MNO to Routelink',
  },
  {
    path: '/report/daily-report-international-minutes',
    year: '2024',
    month: 'February',
    labels: BUTTONS,
    emptyYear: '2024',
    emptyMonth: 'April',
    emptyText: 'No data available for 2024 April',
    name: 'International Minutes, Routelink to MNO',
    tab: 'Routelink to MNO / International Carrier',
    title: 'Daily Report - International Minutes - Routelink to MNO / International Carrier',
    breadcrumb:
      'Portal Location | Reports > Daily Report - International Minutes > Routelink to MNO / International Carrier',
    call: '/v1/international-minutes/routelink-to-mno/2024-02',
    tableTitle: 'Routelink to MNO / International Carrier - Daily Minutes Data - 2024 February',
    header: ['Date', 'Airtel', 'MTN', '9 Mobile', 'GLO', 'Kappa', 'Lambda', 'Grand Total'],
    rows: [
      ['2/9/2024', '1.50', '2.50', '3.50', '4.50', '5.50', '6.50', '24.00'],
      ['2/10/2024', '100.00', '200.00', '300.00', '400.00', '50.00', '60.00', '1,110.00'],
    ],
    total: ['Total', '101.50', '202.50', '303.50', '404.50', '55.50', '66.50', '1,134.00'],
    series: ['Airtel', 'MTN', '9 Mobile', 'GLO', 'Kappa', 'Lambda'],
    shown: 5,
    hint: '(Showing 4 MNOs + 1 carrier by default)',
    chartTitles: titles(
      'Routelink to MNO / International Carrier',
      'Daily Minutes',
      'Monthly Distribution',
      '2024 February',
    ),
    slices: [
      ['Airtel', '101.50', '10'],
      ['MTN', '202.50', '19'],
      ['9 Mobile', '303.50', '28'],
      ['GLO', '404.50', '38'],
      ['Kappa', '55.50', '5'],
    ],
    workbook: 'routelink_to_mno_international_minutes_2024-02.xlsx',
  },
  {
    name: 'Daily Local Exchange Traffic',
    path: '/report/daily-local-exchange-traffic',
    year: '2024',
    month: 'February',
    title: 'Daily Local Exchange Traffic',
    breadcrumb: 'Portal Location | Reports',
    call: '/v1/local-exchange-traffic/2024/2',
    tableTitle: 'Daily Local Exchange Traffic Data - 2024 February',
    header: ['Date', ...LOCAL_DIRECTIONS, 'Grand Total'],
    rows: filled(
      days(29, (day) => `2024-02-${String(day).padStart(2, '0')}`),
      13,
      {
        1: [
          ['1.50', '3.00', '4.50', '6.00', '7.50', '9.00'],
          ['10.50', '12.00', '13.50', '15.00', '16.50', '18.00', '117.00'],
        ].flat(),
        29: [
          ['1,000.00', '2,000.00', '3,000.00', '4,000.00', '5,000.00', '6,000.00', '7,000.00'],
          ['8,000.00', '9,000.00', '10,000.00', '11,000.00', '12,000.00', '78,000.00'],
        ].flat(),
      },
    ),
    total: [
      ['Total', '1,001.50', '2,003.00', '3,004.50', '4,006.00', '5,007.50', '6,009.00', '7,010.50'],
      ['8,012.00', '9,013.50', '10,015.00', '11,016.50', '12,018.00', '78,117.00'],
    ].flat(),
    series: LOCAL_DIRECTIONS,
    shown: 5,
    hint: '(Showing first 5 columns by default)',
    labels: ['Line Chart', 'Pie Chart', 'Bar Chart'],
    chartTitles: titles(
      'Daily Local Exchange Traffic',
      'Daily Minutes',
      'Monthly Distribution',
      '2024 February',
    ),
    slices: [
      ['Airtel → MTN', '1,001.50', '7'],
      ['Airtel → 9Mobile', '2,003.00', '13'],
      ['Airtel → GLO', '3,004.50', '20'],
      ['MTN → Airtel', '4,006.00', '27'],
      ['MTN → 9Mobile', '5,007.50', '33'],
    ],
    workbook: 'Local_Exchange_Traffic_2024_2_{today}.xlsx',
    emptyYear: '2024',
    emptyMonth: 'April',
    emptyText: 'No data available for 2024 April',
    emptyBanner: 'No data available for the selected period.',
  },
]

/** Screens of which only the address matters. */
export const dailyMinutes = {
  name: 'Daily Minutes, MNO to Routelink',
  path: '/report/daily-report-minutes',
  year: '2023',
  month: 'February',
} as const
export const idaToRoutelink = {
  path: '/report/daily-report-international-minutes',
  year: '2024',
  month: 'February',
} as const

export const findScreen = (name: string): Screen => {
  const found = screens.find((screen) => screen.name === name)
  if (found === undefined) throw new Error(`no screen '${name}'`)
  return found
}
