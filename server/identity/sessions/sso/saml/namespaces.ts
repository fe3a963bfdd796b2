// Namespaces of SAML 2.0 and XML signatures.
export const protocolNamespace = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const assertionNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const metadataNamespace = 'urn:oasis:names:tc:SAML:2.0:metadata'
export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'
