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
  const field = document.querySelector("[name=csrfmiddlewaretoken]");
  const asks = !["GET", "HEAD"].includes(request.method);
  if (asks && field instanceof HTMLInputElement) request.headers["X-CSRFToken"] = field.value;
  return request;
}
