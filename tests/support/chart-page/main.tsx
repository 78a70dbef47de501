import { createRoot } from 'react-dom/client'
import '../../../src/web/app/styles.css'
import { renderChartImage } from '../../../src/chart/view/chart-image.ts'
import { sampleTable } from '../sample-table.ts'
import { ChartPage } from './chart-page.tsx'

const root = createRoot(document.querySelector('#root') ?? document.body)

async function base64(blob: Blob): Promise<string> {
  let text = ''
  for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte)
  return btoa(text)
}

const chartPage = {
  show(sample: Parameters<typeof sampleTable>[0], props: { title?: string; theme?: 'light' | 'dark' } = {}) {
    document.documentElement.dataset['theme'] = props.theme ?? 'light'
    root.render(
      <ChartPage
        key={JSON.stringify(sample)}
        table={sampleTable(sample)}
        title={props.title ?? 'Sample chart'}
        theme={props.theme ?? 'light'}
      />,
    )
  },
  async image(
    sample: Parameters<typeof sampleTable>[0],
    options: Omit<Parameters<typeof renderChartImage>[0], 'table' | 'series'> & { visible?: number },
  ) {
    const table = sampleTable(sample)
    return base64(
      await renderChartImage({ table, series: table.series.slice(0, options.visible), ...options }),
    )
  },
}

declare global {
  interface Window {
    chartPage: typeof chartPage
  }
}

window.chartPage = chartPage
