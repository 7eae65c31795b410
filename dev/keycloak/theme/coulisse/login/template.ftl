<#-- The frame of every page: mark, card, languages. Pages of `base` are set into it. -->
<#macro registrationLayout bodyClass="" displayInfo=false displayMessage=true displayRequiredFields=false>
<#local heading><#nested "header"></#local>
<#local hasHeading = heading?markup_string?trim?has_content>
<#local knowsUser = auth?has_content && auth.showUsername() && !auth.showResetCredentials()>
<!DOCTYPE html>
<html lang="${lang!'fr'}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
  <meta name="robots" content="noindex, nofollow">
  <meta name="color-scheme" content="light dark">
  <title><#if hasHeading>${heading?markup_string?trim?no_esc} · </#if>Coulisse</title>
  <link rel="icon" type="image/svg+xml" href="${url.resourcesPath}/img/mark.svg">
  <#list (properties.styles!'')?split(' ') as style>
  <link rel="stylesheet" href="${url.resourcesPath}/${style}">
  </#list>
  <script type="importmap">{ "imports": { "rfc4648": "${url.resourcesCommonPath}/vendor/rfc4648/rfc4648.js" } }</script>
  <#list scripts![] as script>
  <script src="${script}"></script>
  </#list>
  <script type="module">
    <#outputformat "JavaScript">
    import { startSessionPolling } from ${(url.resourcesPath + "/js/authChecker.js")?c};
    startSessionPolling(${url.ssoLoginInOtherTabsUrl?c});
    </#outputformat>
  </script>
  <#if authenticationSession??>
  <script type="module">
    <#outputformat "JavaScript">
    import { checkAuthSession } from ${(url.resourcesPath + "/js/authChecker.js")?c};
    checkAuthSession(${authenticationSession.authSessionIdHash?c});
    </#outputformat>
  </script>
  </#if>
</head>
<body data-page="${pageId!}" class="${bodyClass}">
  <header class="brand">
    <span class="mark" aria-hidden="true">C</span>
    <span class="name">Coulisse</span>
  </header>
  <main class="card">
    <#if hasHeading><h1>${heading?markup_string?trim?no_esc}</h1></#if>
    <#if knowsUser>
    <#nested "show-username">
    <p class="person">
      <span class="person-name">${auth.attemptedUsername}</span>
      <a href="${url.loginRestartFlowUrl}">${msg("restartLoginTooltip")}</a>
    </p>
    </#if>
    <#-- An action that the application asked for needs no warning that it has to be done. -->
    <#if displayMessage && message?has_content && (message.type != 'warning' || !isAppInitiatedAction??)>
    <p class="alert alert-${message.type}" role="<#if message.type = 'error'>alert<#else>status</#if>">${kcSanitize(message.summary)?no_esc}</p>
    </#if>
    <#nested "form">
    <#if auth?has_content && auth.showTryAnotherWayLink()>
    <form action="${url.loginAction}" method="post" class="aside">
      <button class="link" name="tryAnotherWay" value="on">${msg("doTryAnotherWay")}</button>
    </form>
    </#if>
    <#if switchOrganizationEnabled?? && switchOrganizationEnabled>
    <form action="${url.loginAction}" method="post" class="aside">
      <button class="link" name="switchOrganization" value="true">${msg("doSwitchOrganization")}</button>
    </form>
    </#if>
    <#nested "socialProviders">
    <#if displayInfo><div class="info"><#nested "info"></div></#if>
  </main>
  <#if realm.internationalizationEnabled && locale.supported?size gt 1>
  <nav class="languages" aria-label="${msg("languages")}">
    <#list locale.supported as one>
    <#if one.languageTag = lang!''>
    <span lang="${one.languageTag}" aria-current="true">${one.label}</span>
    <#else>
    <a lang="${one.languageTag}" hreflang="${one.languageTag}" href="${one.url}">${one.label}</a>
    </#if>
    </#list>
  </nav>
  </#if>
</body>
</html>
</#macro>
