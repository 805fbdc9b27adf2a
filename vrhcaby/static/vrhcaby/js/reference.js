// @ts-check
/** The page of all operations: Swagger UI over the document of this site. */

const root = document.querySelector("#reference");

if (root instanceof HTMLElement) {
  /** @type {any} */ (globalThis).SwaggerUIBundle({
    url: root.dataset.document,
    domNode: root,
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    docExpansion: "list",
    validatorUrl: null,
    syntaxHighlight: false,
    requestInterceptor: withoutForgery,
  });
}

/**
 * Requests of the page by the member's session need the token against forged ones.
 * @param {any} request
 */
function withoutForgery(request) {
  const found = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie);
  if (found && !["GET", "HEAD"].includes(request.method)) request.headers["X-CSRFToken"] = found[1];
  return request;
}
