import { MessagePanel } from '../components/messages.tsx'
import { Page } from '../components/page.tsx'

/** `/` and `/dashboard`: the page after sign-in. */
const DashboardScreen = () => (
  <Page title="Dashboard" breadcrumb={['Dashboard']}>
    <MessagePanel icon="chart" text="No Dashboards Found" detail="Choose a page from the menu above." />
  </Page>
)

export default DashboardScreen
