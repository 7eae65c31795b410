/// <reference types="@rsbuild/core/types" />

declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Renders a document into an element. */
  const SwaggerUI: (options: {
    domNode: HTMLElement;
    spec: object;
    deepLinking?: boolean;
    docExpansion?: 'list' | 'full' | 'none';
    defaultModelsExpandDepth?: number;
    filter?: boolean;
    tagsSorter?: 'alpha';
    validatorUrl?: null;
    persistAuthorization?: boolean;
    onComplete?: () => void;
  }) => unknown;
  export default SwaggerUI;
}
