/** Which screen to open, and what to choose on it. */
export interface ScreenAddress {
  readonly path: string
  /** The in-page tab to choose first. */
  readonly tab?: string
  readonly year: string
  readonly month?: string
}

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

/** The days of February 2024; all but the first and the last one are without a record. */
const listDays = (first: readonly string[], last: readonly string[]): string[][] =>
  Array.from({ length: 29 }, (_, index) => {
    const day = `2024-02-${String(index + 1).padStart(2, '0')}`
    if (index === 0) return [day, ...first]
    return index === 28 ? [day, ...last] : [`${day} no record`, ...first.map(() => '0.00')]
  })

/**
 * What one screen shows of the known rows; the goldens of reports have the texts of all others. Figures are worked out by
 * hand; every text is a literal (spec 2.19, 4.18, 9.4, 2.15, 3.7, 2.20).
 */
export const localExchange = {
  name: 'Daily Local Exchange Traffic',
  path: '/report/daily-local-exchange-traffic',
  year: '2024',
  month: 'February',
  title: 'Daily Local Exchange Traffic',
  breadcrumb: 'Portal Location | Reports',
  call: '/v1/local-exchange-traffic/2024/2',
  tableTitle: 'Daily Local Exchange Traffic Data - 2024 February',
  header: ['Date', ...LOCAL_DIRECTIONS, 'Grand Total'],
  rows: listDays(
    [
      ['1.50', '3.00', '4.50', '6.00', '7.50', '9.00'],
      ['10.50', '12.00', '13.50', '15.00', '16.50', '18.00', '117.00'],
    ].flat(),
    [
      ['1,000.00', '2,000.00', '3,000.00', '4,000.00', '5,000.00', '6,000.00', '7,000.00'],
      ['8,000.00', '9,000.00', '10,000.00', '11,000.00', '12,000.00', '78,000.00'],
    ].flat(),
  ),
  total: [
    ['Total', '1,001.50', '2,003.00', '3,004.50', '4,006.00', '5,007.50', '6,009.00', '7,010.50'],
    ['8,012.00', '9,013.50', '10,015.00', '11,016.50', '12,018.00', '78,117.00'],
  ].flat(),
  series: LOCAL_DIRECTIONS,
  shown: 5,
  hint: '(Showing first 5 columns by default)',
  labels: ['Line Chart', 'Pie Chart', 'Bar Chart'],
  chartTitles: [
    'Daily Local Exchange Traffic - Daily Minutes Line Chart - 2024 February',
    'Daily Local Exchange Traffic - Monthly Distribution Pie Chart - 2024 February',
    'Daily Local Exchange Traffic - Daily Minutes Bar Chart - 2024 February',
  ],
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
} as const

/** Screens of which only the address matters. */
export const monthlyReport = {
  name: 'Monthly Report, MNO to Routelink',
  path: '/report/monthly-reports',
  year: '2023',
} as const
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
export const routelinkToMno = {
  ...idaToRoutelink,
  name: 'International Minutes, Routelink to MNO',
  tab: 'Routelink to MNO / International Carrier',
  labels: ['Line', 'Pie', 'Bar'],
} as const
