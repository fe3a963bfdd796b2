// The pages and the script of the API explorer, as text.
import type { Config } from '../platform/settings/config.ts'

const page = (head: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Chancery API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${head}
</head>
<body>
${body}
</body>
</html>
`

// There are no scopes and only one server, so these sections are hidden.
export const explorerStyle = '.scope-def, .servers-title, .servers { display: none }\n'

export const explorerPage = page(
  `<link rel="stylesheet" href="/docs/files/swagger-ui.css">
<link rel="stylesheet" href="/docs/explorer.css">`,
  `<div id="explorer"></div>
<noscript>The API explorer needs JavaScript. The same in JSON: <a href="/openapi.json">/openapi.json</a></noscript>
<script src="/docs/files/swagger-ui-bundle.js"></script>
<script src="/docs/explorer.js"></script>`,
)

/** The redirect target of the sign-in: hands the code to the explorer in the window that opened this one. */
export const signedInPage = page('', '<script src="/docs/files/oauth2-redirect.js"></script>')

interface Client {
  readonly clientId: string
}

/** Starts the explorer. In a sandbox the demo client is preset, so that one click leads to the sign-in. */
export function explorerScript(config: Pick<Config, 'publicUrl' | 'webUrl'>, client?: Client): string {
  return `'use strict'
// The document contains the public address of the server; this page may have been loaded from another one.
const rebase = (text) => text.replaceAll(${script(config.publicUrl)}, location.origin)

const explorer = SwaggerUIBundle({
  dom_id: '#explorer',
  url: '/openapi.json',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
  oauth2RedirectUrl: location.origin + '/docs/signed-in',
  responseInterceptor: (response) => {
    if (response.url.endsWith('/openapi.json')) response.text = response.data = rebase(response.text)
    return response
  },
})
explorer.initOAuth({
  clientId: ${script(client?.clientId ?? '')},
  usePkceWithAuthorizationCodeGrant: true,
  appName: 'API explorer',
})
`
}

// A value for use in a script: JSON in which `</script>` cannot occur.
const script = (value: string) => JSON.stringify(value).replaceAll('<', '\\u003c')
