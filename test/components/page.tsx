// Draws a component as a page of the app has it: within its theme, its data, and what it knows of the person.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { theme } from '../../web/src/app/theme.ts'
import { FormatContext } from '../../web/src/components/format-context.ts'
import { SignedInContext } from '../../web/src/features/session/session.ts'
import { formatFor } from '../../web/src/lib/format.ts'

export { screen, waitFor, within } from '@testing-library/react'

const person = {
  id: 'ana',
  email: 'ana@harbour.example',
  name: 'Ana Prior',
  organisationId: 1,
  organisationName: 'Harbour',
  role: 'Administrator',
  can: { manageIntegrations: true, administer: true },
}

/** Draws it for somebody with these habits; `user` types and presses as they would. */
export function draw(node: ReactNode, { locale = 'en-GB', userId = person.id } = {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const signedIn = {
    user: { ...person, id: userId },
    pending: null,
    csrfToken: 'token-1',
    environment: 'production',
    offline: false,
  } as const
  const format = formatFor({ locale, timeZone: 'Europe/London' })
  const drawn = render(node, {
    wrapper: ({ children }) => (
      <MantineProvider theme={theme} env="test">
        <QueryClientProvider client={queries}>
          <SignedInContext value={signedIn}>
            <FormatContext value={format}>{children}</FormatContext>
          </SignedInContext>
        </QueryClientProvider>
      </MantineProvider>
    ),
  })
  return { ...drawn, user: userEvent.setup() }
}
