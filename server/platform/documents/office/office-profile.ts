// The settings that LibreOffice runs with: nothing in a document runs, or loads anything from elsewhere.

const security = '/org.openoffice.Office.Common/Security/Scripting'
const network = '/org.openoffice.Inet/Settings'

// Linked pictures and texts would be read from the disk of the server, or from its network. The proxy is a port that
// nothing listens on, for what the first setting does not cover.
const settings: readonly (readonly [path: string, name: string, value: string])[] = [
  [security, 'BlockUntrustedRefererLinks', 'true'],
  [security, 'DisableMacrosExecution', 'true'],
  [security, 'DisableActiveContent', 'true'],
  [security, 'MacroSecurityLevel', '3'],
  [network, 'ooInetProxyType', '2'],
  [network, 'ooInetHTTPProxyName', '127.0.0.1'],
  [network, 'ooInetHTTPProxyPort', '9'],
  [network, 'ooInetHTTPSProxyName', '127.0.0.1'],
  [network, 'ooInetHTTPSProxyPort', '9'],
  [network, 'ooInetNoProxy', ''],
]

/** The content of `user/registrymodifications.xcu` of a profile. */
export const officeProfile = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<oor:items xmlns:oor="http://openoffice.org/2001/registry">',
  ...settings.map(
    ([path, name, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  ),
  '</oor:items>',
  '',
].join('\n')
