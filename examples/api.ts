// Calls of the API with an access token: plain fetch, and errors with the server's message.

export interface Api {
  get<Body>(path: string): Promise<Body>
  /** JSON, or multipart if the body is a form, or raw bytes. A response without a body is undefined. */
  post<Body>(path: string, body: object | FormData | Blob): Promise<Body>
  patch(path: string, body: object): Promise<void>
  put<Body>(path: string, body: object | Blob): Promise<Body>
  delete(path: string): Promise<void>
  /** The bytes of a file. */
  download(path: string): Promise<Buffer>
}

/** The API at the address, with the rights of the person the token was issued to. */
export function apiAt(url: string, accessToken: string): Api {
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const isItself = body instanceof FormData || body instanceof Blob
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body && !isItself ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isItself ? body : JSON.stringify(body) } : {}),
    })
    if (response.ok) return response
    const problem = (await response.json().catch(() => ({}))) as { detail?: string; operationId?: string }
    throw new Error(
      `${method} ${path} was answered with ${response.status}: ${problem.detail ?? response.statusText} (operation ${problem.operationId})`,
    )
  }
  const json = async <Body>(response: Promise<Response>) => {
    const text = await (await response).text()
    return (text === '' ? undefined : JSON.parse(text)) as Body
  }
  return {
    get: (path) => json(call('GET', path)),
    post: (path, body) => json(call('POST', path, body)),
    patch: async (path, body) => void (await call('PATCH', path, body)),
    put: (path, body) => json(call('PUT', path, body)),
    delete: async (path) => void (await call('DELETE', path)),
    download: async (path) => Buffer.from(await (await call('GET', path)).arrayBuffer()),
  }
}
