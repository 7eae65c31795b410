import { useEffect, useRef } from 'react';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/** Swagger UI switches to dark colours by a class of the root element. */
function useDarkClass(): void {
  useEffect(() => {
    const { classList, dataset } = document.documentElement;
    const follow = () => classList.toggle('dark-mode', dataset.theme === 'dark');
    follow();
    const observer = new MutationObserver(follow);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, []);
}

/** Renders a document. Input is not stored, including a pasted token. */
export const Swagger = ({ document: spec }: { document: object }) => {
  const place = useRef<HTMLDivElement>(null);
  useDarkClass();
  useEffect(() => {
    // A separate element: Swagger UI has its own React, which must not touch nodes rendered by ours.
    const domNode = document.createElement('div');
    place.current?.replaceChildren(domNode);
    // Its filter is outside every landmark, so users who navigate by landmarks would not find it.
    const observer = new MutationObserver(() =>
      domNode.querySelector('.filter-container')?.setAttribute('role', 'search'),
    );
    observer.observe(domNode, { childList: true, subtree: true });
    SwaggerUI({
      domNode,
      spec,
      deepLinking: true,
      docExpansion: 'none',
      defaultModelsExpandDepth: 0,
      filter: true,
      tagsSorter: 'alpha',
      validatorUrl: null,
      persistAuthorization: false,
    });
    return () => observer.disconnect();
  }, [spec]);
  return <div ref={place} />;
};
