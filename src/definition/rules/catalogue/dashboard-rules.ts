/** The rules past the schema that dashboard definitions must satisfy. */
export const dashboardRules = {
  'dashboard-report':
    'A tile shows a report that exists. The tile would stay empty for everyone. The message lists the reports.',
  'dashboard-screen':
    'A tile shows a tab and a variant that its report has. The tile could not say which of the screens it means.',
  'dashboard-column':
    'A tile names columns that its report has: of a figure any, of a chart those that are charted. The tile would show another number, or a chart without lines.',
  'dashboard-compare':
    'A figure is compared with another period only if its report has a row of totals. There is no total that could be compared.',
  'dashboard-chart':
    'A tile draws a chart that its report offers. The link of the tile would open another type of chart, or none.',
  'dashboard-selector':
    'A tile gives selectors values that they can have. The report would not load. A period is written as `period`.',
  'dashboard-period':
    'A report can choose the period that a tile gives it. The tile would show another period than the one written here.',
  'dashboard-tile': 'Each tile has an id of its own. Errors, workbooks and images name tiles by it.',
  'dashboard-permission':
    'The right of a dashboard is its own. With a number that a report or the portal uses, one right would open two things.',
} as const

/** The rules past the schema that schedule definitions must satisfy. */
export const scheduleRules = {
  'schedule-view':
    'A schedule sends a report or dashboard that exists, with a tab, period, chart and alerts that it has, at a time of a zone that exists. Nothing could be sent, or something else than is written here.',
} as const
