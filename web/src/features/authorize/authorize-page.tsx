// `/#/authorize`: an integration sends a person here to ask for their consent. This page never reads OAuth parameters;
// the server checks the raw query, and everything shown comes from its answers.
import { useLocation } from '@tanstack/react-router'
import { readAuthorizeLink } from '../../lib/addresses/authorize-link.ts'
import { ConsentFlow } from './consent-flow.tsx'
import { StartRequest } from './start-request.tsx'

export function AuthorizePage() {
  // The router only tells that the address changed. Its text comes from the browser, byte for byte.
  useLocation()
  const link = readAuthorizeLink(window.location.href)
  return 'requestId' in link ? (
    <ConsentFlow key={link.requestId} requestId={link.requestId} />
  ) : (
    <StartRequest key={link.query} query={link.query} />
  )
}
