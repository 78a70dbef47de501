import { MessagePanel } from '../components/message-panel.tsx'
import { Page } from '../components/page.tsx'

type Props = { readonly title: string; readonly trail: readonly string[] }

/** A page of the Test Menu: it shows where the menu leads and calls nothing. */
const TestPage = ({ title, trail }: Props) => (
  <Page title={title} trail={trail}>
    <MessagePanel
      text="This is a test page."
      detail="Accounts without menu rights see this menu. An administrator can grant rights."
    />
  </Page>
)

export default TestPage
