// For addresses without a page.
import { TextLink } from '../components/links.tsx'
import { Page } from '../components/page.tsx'

export function NotFoundPage() {
  return (
    <Page title="This page does not exist" lead="The address may be incomplete, or the page has moved.">
      <p>
        <TextLink to="/">Go to the start page</TextLink>
      </p>
    </Page>
  )
}
