import { Page } from '../../ui/page.tsx'

type Props = { readonly report: { readonly id: string; readonly menu: { readonly label: string } } }

const ReportScreen = ({ report }: Props) => (
  <Page title={report.menu.label} trail={['Reports', report.menu.label]} />
)

export default ReportScreen
