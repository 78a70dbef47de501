import { Page } from '../../ui/page.tsx'

const RightsScreen = () => <Page title="Rights Administration" trail={['Roles', 'Rights Administration']} />

export default RightsScreen
