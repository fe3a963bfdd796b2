// The first requests of an integration, for one client. Values are encoded and quoted, so that they can be pasted
// unchanged.

interface Integration {
  host: string
  clientId: string
  confidential: boolean
  redirectUri: string
}

/** The address that asks a person for consent. */
export function authorizeUrl({ host, clientId, redirectUri }: Integration): string {
  const query = [
    'response_type=code',
    `client_id=${encodeURIComponent(clientId)}`,
    `redirect_uri=${encodeURIComponent(redirectUri)}`,
    'state=anything-you-like',
  ]
  return `${host}/#/authorize?${query.join('&')}`
}

/** The exchange of a code for tokens. The secret comes from the environment, to stay out of the shell's history. */
export function exchangeLine({ host, clientId, confidential, redirectUri }: Integration): string {
  return [
    `curl ${host}/account-apis/v1/auth/token`,
    `--data-urlencode grant_type=authorization_code`,
    `--data-urlencode "code=$CODE"`,
    `--data-urlencode ${quoted(`client_id=${clientId}`)}`,
    ...(confidential ? ['--data-urlencode "client_secret=$CLIENT_SECRET"'] : []),
    `--data-urlencode ${quoted(`redirect_uri=${redirectUri}`)}`,
  ].join(' \\\n  ')
}

/** The first call with the access token. */
export function firstCallLine({ host }: Pick<Integration, 'host'>): string {
  return [
    `curl ${quoted(`${host}/contract-apis/v1/contracts?take=5`)}`,
    '-H "Authorization: Bearer $ACCESS_TOKEN"',
  ].join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
