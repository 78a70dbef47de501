import { listTypeIds } from '../../schemas/report/chart.ts'
import { mapChartTypes } from '../../schemas/report/chart-types.ts'
import type { Place } from '../diagnostics/diagnostic.ts'
import type { ReportPlan } from '../report/model/report-plan.ts'
import { getPlaceholders, renderTemplate, renderUrl } from '../report/model/template.ts'
import { getSelectorKind, listPlaceholders } from '../report/selection/selector-kinds.ts'
import { checkCall, checkFileName, checkImageName, checkSent, checkTemplate } from './rules/template-rules.ts'
import type { Section } from './sections.ts'
import { compileSelector } from './selectors.ts'

type ScreenTexts = ReturnType<typeof createTexts>

type Tab = Section<'tabs'>['value']['items'][number]

/**
 * Creates what compiles the texts and URLs of a screen: it fills what is fixed, and checks what each can name. `params` is
 * where the parameters of the tab are written.
 */
export function createTexts(
  report: string,
  items: readonly Tab[],
  tab: Tab | null,
  params: Place | null,
  variant: { readonly label: string } | null,
  selectors: Section<'selectors'>['value'],
  dates: readonly string[],
) {
  const fixed = new Map<string, string>([
    ['report', report],
    ...(tab ? [['tab', tab.label] as const, ...Object.entries(tab.params)] : []),
    ...(variant ? [['variant', variant.label] as const] : []),
  ])
  const lacking = items.flatMap((item) => Object.keys(item.params)).filter((name) => !fixed.has(name))
  // A parameter that only other tabs have is missing in this one.
  const checkText = (template: string, declared: readonly string[], origin: Place) => {
    for (const { name } of getPlaceholders(template)) {
      if (params === null || declared.includes(name) || !lacking.includes(name)) continue
      const message = `{${name}} is a parameter of other tabs, and '${tab?.id}' lacks it`
      params.error('template-placeholder', message)
    }
    checkTemplate(template, [...declared, ...lacking], origin, dates)
  }
  const compileText = (template: string, declared: readonly string[], origin: Place) => {
    checkText(template, [...fixed.keys(), ...declared], origin)
    return renderTemplate(template, fixed)
  }
  const chosen = selectors.flatMap(listPlaceholders)
  const url = (template: string, origin: Place) => {
    checkText(template, [...fixed.keys(), ...chosen], origin)
    const filled = renderUrl(template, fixed)
    checkCall(template, filled, origin)
    return filled
  }
  return {
    fixed,
    compileFixed: (template: string, origin: Place) => compileText(template, [], origin),
    /** Compiles a text that can also name what is chosen, the period, today and `more`. */
    text: (template: string, origin: Place, more: readonly string[] = []) =>
      compileText(template, [...chosen, 'period', 'today', ...more], origin),
    url,
    /** Compiles a URL that has to name each selector. */
    dataUrl: (template: string, origin: Place) => {
      const sent = selectors.map(({ kind, name }) => ({ name, parts: getSelectorKind({ kind }).parts }))
      checkSent(template, sent, new Set([...fixed.keys(), ...chosen]), dates, origin)
      return url(template, origin)
    },
  }
}

/** The texts of a screen that its definition does not set, as templates. They say nothing of what the data is about. */
const defaultTexts = {
  tableTitle: '{heading} - Data - {period}',
  titles: mapChartTypes((_, label) => `{heading} - ${label} Chart - {period}`),
  images: mapChartTypes((_, label) => `${label.toLowerCase().replace(' ', '-')}-chart-{period:dash}`),
}

/** Compiles the selectors, with the addresses of their options. */
export const compileSelectors = (texts: ScreenTexts, { value, origin }: Section<'selectors'>) =>
  value.map((selector, index) =>
    compileSelector(selector, value.slice(0, index), (url) =>
      texts.url(url, origin.at(index, 'options', 'url')),
    ),
  )

/** Compiles the texts of the table. */
export const compileTable = (
  texts: ScreenTexts,
  { value, origin }: Section<'table'>,
): ReportPlan['table'] => ({
  title: texts.text(value.title ?? defaultTexts.tableTitle, origin.at('title')),
  empty: texts.text(value.empty, origin.at('empty')),
})

/** Compiles the call of the records, and its messages. */
export function compileData(
  texts: ScreenTexts,
  { value, origin }: Section<'data'>,
  bind: (url: string) => readonly string[],
): ReportPlan['data'] {
  const { url, recordsPath, listPaths, ignoreFields, messages } = value
  const compileMessages = (view: 'table' | 'chart') => {
    const { unreachable, rejected, empty } = messages[view]
    const compile = (key: string, text: string) => texts.text(text, origin.at('messages', view, key))
    return {
      unreachable: compile('unreachable', unreachable),
      rejected: compile('rejected', rejected),
      empty: empty === undefined ? null : compile('empty', empty),
    }
  }
  const call = texts.dataUrl(url, origin.at('url'))
  return {
    url: call,
    binding: bind(call),
    recordsPath: recordsPath.split('.'),
    listPaths: Object.fromEntries(Object.entries(listPaths).map(([name, path]) => [name, path.split('.')])),
    ignoreFields,
    messages: { table: compileMessages('table'), chart: compileMessages('chart') },
  }
}

/** Compiles the chart, with a title and an image name for each type. */
export function compileChart(
  texts: ScreenTexts,
  { value, origin }: Section<'chart'>,
  { tab, variant }: Pick<ReportPlan, 'tab' | 'variant'>,
): ReportPlan['chart'] {
  const {
    types,
    labels,
    titles,
    images,
    hint = null,
    from = null,
    to = null,
    sort = null,
    band = null,
    forecast = null,
    ...others
  } = value
  const { first = null } = value.initiallyVisible
  const written = types.flatMap((type, index) =>
    typeof type === 'string' ? [] : [{ ...type, place: origin.at('types', index) }],
  )
  const mapOwn = <T>(getValue: (type: (typeof written)[number]) => T) =>
    Object.fromEntries(written.map((type) => [type.id, getValue(type)]))
  const ids = listTypeIds(types)
  // The texts of other types are checked and left out: a browser loads the plan.
  const pickOffered = (all: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(all).filter(([type]) => ids.includes(type)))
  // Images of one period have a name for each tab and variant.
  const prefix = [tab, variant].map((part) => (part === null ? '' : `${part}-`)).join('')
  const compileImage = (template: string, place: Place) => {
    const name = texts.text(template, place)
    checkImageName(name, place)
    return name
  }
  return {
    ...others,
    initiallyVisible: { ...value.initiallyVisible, first },
    types: ids,
    labels: pickOffered({ ...labels, ...mapOwn(({ label }) => label) }),
    titles: pickOffered({
      ...mapChartTypes((type) =>
        texts.text(titles[type] ?? defaultTexts.titles[type], origin.at('titles', type)),
      ),
      ...mapOwn(({ label, title = `{heading} - ${label} - {period}`, place }) =>
        texts.text(title, place.at('title')),
      ),
    }),
    images: pickOffered({
      ...mapChartTypes((type) =>
        compileImage(images[type] ?? prefix + defaultTexts.images[type], origin.at('images', type)),
      ),
      ...mapOwn(({ id, image = `${prefix}${id}-chart-{period:dash}`, place }) =>
        compileImage(image, place.at('image')),
      ),
    }),
    specs: mapOwn(({ vegaLite }) => vegaLite),
    hint,
    from,
    to,
    sort,
    band,
    forecast,
  }
}

/** Compiles the download, and checks its file name. */
export function compileDownload(
  texts: ScreenTexts,
  { value, origin }: Section<'download'>,
): NonNullable<ReportPlan['download']> {
  const url = value.url === undefined ? null : texts.dataUrl(value.url, origin.at('url'))
  const fileName = texts.text(value.fileName, origin.at('fileName'))
  checkFileName(fileName, origin.at('fileName'))
  const failureMessage = texts.text(value.failureMessage, origin.at('failureMessage'), ['reason'])
  return { ...value, url, fileName, failureMessage }
}
